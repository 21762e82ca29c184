"""programs: what bench/run measures, and its inputs.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import pathlib
import shutil
import subprocess

# Nothing of the caller's environment changes what a program does, or where its stack begins.
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "PERL_HASH_SEED": "0", "PYTHONHASHSEED": "0",
               "PYTHONDONTWRITEBYTECODE": "1"}
# Threads of OpenMP spin where they wait.
SPIN = {"OMP_WAIT_POLICY": "active"}

# group: one of GROUPS. alone: its threads share nothing that is written. by_slices: it is in the table over quanta.
# One of our own with threads takes as arguments how many, and what its work is divided by.
Program = collections.namedtuple("Program", "group argv input environment alone by_slices",
                                 defaults=[None, {}, False, False])
GROUPS = ("sequential", "commands", "threads")
# Measured where nobody says which.
USUAL_GROUPS = ("sequential", "threads")


# Inputs: always the same bytes, of a generator of our own, since Python's may change.

class Numbers:
    def __init__(self, seed=1):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & (1 << 64) - 1
        return (self.state >> 32) * limit >> 32


def write_text(path, size, words=4000):
    """Lines of words, frequent and rare, as text has them."""
    numbers = Numbers()
    letters = "eeeettaaooiinnsshrdlucmfwypvbgkjqxz"
    list_of_words = ["".join(letters[numbers.below(len(letters))] for _ in range(2 + numbers.below(8)))
                     for _ in range(words)]
    with open(path, "w", encoding="ascii") as out:
        while out.tell() < size:
            line = [list_of_words[numbers.below(1 + numbers.below(1 + numbers.below(words)))]
                    for _ in range(6 + numbers.below(8))]
            out.write(" ".join(line) + f" {numbers.below(100000)}\n")


def write_keys(path, lines):
    numbers = Numbers(2)
    with open(path, "w", encoding="ascii") as out:
        for i in range(lines):
            out.write(f"{numbers.below(1 << 32):08x} {i % 97} key\n")


def write_c_source(path, functions):
    """A C file that includes nothing: structures, loops, switches, floating point, calls."""
    numbers = Numbers(3)
    operators = ["+", "-", "*", "^", "&", "|"]
    out = ["typedef struct node { struct node *next; int key; double weight; unsigned char text[16]; } node;",
           "static int table[256];"]
    for f in range(functions):
        a, b, c = (1 + numbers.below(50) for _ in range(3))
        cases = "".join(f"    case {i}: sum {operators[numbers.below(3)]}= n->text[{numbers.below(16)}] "
                        f"{operators[numbers.below(6)]} {numbers.below(1000)}; break;\n"
                        for i in range(3 + numbers.below(8)))
        call = f"step{f - 1 - numbers.below(min(f, 20))}(n->next, sum & 7)" if f else "0"
        out.append(f"""int step{f}(node *n, int depth) {{
  int sum = depth * {a};
  double total = 0;
  for (int i = 0; i < {c} && n != 0; i++, n = n->next) {{
    switch (n->key % {b + 3}) {{
{cases}    default: total += n->weight * {a}.5 - i; break;
    }}
    if (sum > {a * b * 10}) sum = table[(sum + i) & 255] {operators[numbers.below(6)]} (int)total;
    else if (n->next != 0 && depth > 0) sum += {call};
    table[(i * {a} + {b}) & 255] ^= sum;
  }}
  return sum + (int)(total / {b});
}}
""")
    pathlib.Path(path).write_text("\n".join(out), encoding="ascii")


PERL = r"""
my (%count, %next, $last);
while (<STDIN>) {
  for my $word (/(\w+)/g) {
    $count{$word}++;
    $next{$last}{$word}++ if defined $last && length $word > 6;
    $last = $word;
  }
  s/(\w)(\w+)/$2$1/g;
  $count{length()}++;
}
print "$_ $count{$_}\n" for (sort { $count{$b} <=> $count{$a} || $a cmp $b } keys %count)[0 .. 20];
print scalar(keys %next), "\n";
"""

PYTHON = r"""
class Node:
    def __init__(self, key):
        self.key, self.left, self.right = key, None, None
def insert(root, key):
    while key != root.key:
        side = "left" if key < root.key else "right"
        child = getattr(root, side)
        if child is None:
            setattr(root, side, Node(key))
            return 1
        root = child
    return 0
state, count, groups, root = 1, 0, {}, Node(1 << 30)
for i in range(ROUNDS):
    state = (state * 1103515245 + 12345) % (1 << 31)
    count += insert(root, state >> 8)
    groups.setdefault(str(state % 997), []).append((state, i))
print(count, sum(len(sorted(g)) * len(k) for k, g in groups.items()))
"""

SQL = """
create table item(id integer primary key, name text, kind integer, price integer);
create table sale(id integer primary key, item integer, day integer, number integer);
with recursive n(i, r) as (select 1, 12345 union all
  select i + 1, (r * 1103515245 + 12345) % 2147483648 from n where i < ITEMS)
insert into item select i, 'item ' || (r % 100003), r % 50, r % 9973 from n;
with recursive n(i, r) as (select 1, 54321 union all
  select i + 1, (r * 1103515245 + 12345) % 2147483648 from n where i < 3 * ITEMS)
insert into sale select i, 1 + r % ITEMS, r / 64 % 365, 1 + r % 9 from n;
create index item_name on item(name);
create index item_kind on item(kind, price);
create index sale_item on sale(item, day);
select kind, count(*), sum(price * number) from item join sale on sale.item = item.id group by kind;
select day, max(n) from (select day, item, sum(number) as n from sale group by item, day) group by day limit 9;
update item set price = price + 1 where kind in (3, 17, 29);
delete from sale where day between 40 and 90;
select count(*), sum(number) from sale;
select count(*) from item where name like 'item 9%' or name between 'item 33' and 'item 44';
"""


def list_commands(text, part, little, keys):
    """Commands of Debian, for which nothing was tuned."""
    return {
        "xz -1": (["xz", "-T1", "-1", "-c"], part),
        "awk": (["awk", "{ n[$1] += NF; s += length($0) } END { for (w in n) t += n[w]; print t, s }"], text),
        "sed -E": (["sed", "-E", "s/([a-z]+) ([a-z]+)/\\2 \\1/g; /[0-9]{5}$/d"], part),
        "bzip2 -9": (["bzip2", "-9", "-c"], part),
        "base64": (["base64"], text),
        "bc": (["bc", "-q"], "define f(n) { if (n < 2) return n; return f(n - 1) + f(n - 2) }\nf(21)\nscale=300\n4*a(1)\n"),
        "cksum": (["cksum"], text),
        "cut": (["cut", "-d ", "-f2-4"], text),
        "dc": (["dc", "-e", "2 3000 ^ 7 2000 ^ 1000000007 ^ p 0k 3 4001 ^ v p"], None),
        "diff": (["diff", keys, "-"], keys),
        "expand": (["expand", "-t3"], text),
        "factor": (["factor", "1000000016000000063", "999999866000004473", "340282366920938463463374607431768211297"], None),
        "fmt": (["fmt", "-w60"], part),
        "fold": (["fold", "-s", "-w40"], part),
        "grep -E": (["grep", "-cE", "(ee|tt)[a-z]* .*[13579]$"], text),
        "md5sum": (["md5sum"], text),
        "nl": (["nl", "-ba"], part),
        "od": (["od", "-tx1"], little),
        "paste": (["paste", "-s", "-d,"], text),
        "rev": (["rev"], part),
        "sha256sum": (["sha256sum"], text),
        "tac": (["tac"], text),
        "tr": (["tr", "a-m", "n-z"], text),
        "uniq": (["uniq", "-c"], keys),
        "wc": (["wc"], text),
    }


def prepare(directory, bench):
    """Writes the inputs and returns the programs by name; argv is None where the program is not there."""
    text, part, little = directory / "text", directory / "part", directory / "little"
    keys, source = directory / "keys", directory / "source.c"
    perl, python, sql = directory / "in.pl", directory / "in.py", directory / "in.sql"
    write_text(text, 4_000_000)
    write_text(part, 1_000_000)
    write_text(little, 300_000)
    write_keys(keys, 150_000)
    write_c_source(source, 16)
    perl.write_text(PERL, encoding="ascii")
    python.write_text(PYTHON.replace("ROUNDS", "22000"), encoding="ascii")
    sql.write_text(SQL.replace("ITEMS", "9000"), encoding="ascii")
    # gcc itself starts cc1 as a process of its own.
    try:
        cc1 = subprocess.run(["gcc", "-print-prog-name=cc1"], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        cc1 = "cc1"
    programs = {
        "gzip": Program("sequential", ["gzip", "-c"], text),
        "bzip2": Program("sequential", ["bzip2", "-c"], part),
        "sort": Program("sequential", ["sort", "--parallel=1", "-S", "64M"], keys),
        "perl": Program("sequential", ["perl", perl], little),
        "python": Program("sequential", ["python3", "-s", "-S", python]),  # (-I would ignore PYTHONHASHSEED)
        "sqlite3": Program("sequential", ["sqlite3", "-batch", "-init", "/dev/null", ":memory:"], sql),
        "cc1": Program("sequential", [cc1, "-quiet", "-O1", source, "-o", "/dev/stdout"]),
    }
    for name in ("matmul", "chase", "stream", "nodes"):
        programs[name] = Program("sequential", [bench / name])
    for name, (argv, given) in list_commands(text, part, little, keys).items():
        if isinstance(given, str):
            path = directory / f"in.{name}"
            path.write_text(given, encoding="ascii")
            given = path
        programs[name] = Program("commands", argv, given)
    for name in ("counters", "jobs", "handover", "stencil"):
        programs[name] = Program("threads", [bench / name], by_slices=True)
    programs["reduction"] = Program("threads", [bench / "reduction"], environment=SPIN, by_slices=True)
    for name in ("rows", "triad", "tables"):
        programs[name] = Program("threads", [bench / name], alone=True)
    programs |= {
        "pigz": Program("threads", ["pigz", "-p4", "-m", "-c"], part),
        "lbzip2": Program("threads", ["lbzip2", "-n4", "-1", "-c"], part),
        "xz": Program("threads", ["xz", "-T4", "-0", "--block-size=64KiB", "-c"], part),
    }
    for name, program in programs.items():
        path = shutil.which(program.argv[0], path=ENVIRONMENT["PATH"])
        programs[name] = program._replace(argv=[path, *map(str, program.argv[1:])] if path else None)
    return programs


def repeat(path, times):
    """A file of `times` copies of another."""
    longer = path.with_name(f"{path.name}.{times}")
    with open(longer, "wb") as out:
        for _ in range(times):
            out.write(path.read_bytes())
    return longer


def prepare_long(directory, bench, programs, divide):
    """Programs that run for some 20 seconds under `none`, those with threads, whose full runs take ten times as long as
    others', for a few; divided by `divide`. They are those of bench/sampling, by name."""
    def times(number):
        return max(number // divide, 1)

    python, sql, source = directory / "long.py", directory / "long.sql", directory / "long.c"
    python.write_text(PYTHON.replace("ROUNDS", str(22000 * times(24))), encoding="ascii")
    sql.write_text(SQL.replace("ITEMS", str(9000 * times(38))), encoding="ascii")
    write_c_source(source, 16 * times(24))
    longer = {"gzip": repeat(directory / "text", times(66)), "bzip2": repeat(directory / "part", times(90)),
              "perl": repeat(directory / "little", times(78)), "sqlite3": sql}
    chosen = {name: programs[name]._replace(input=path) for name, path in longer.items()}
    chosen["python"] = programs["python"]._replace(argv=programs["python"].argv and [*programs["python"].argv[:-1], str(python)])
    chosen["cc1"] = programs["cc1"]._replace(
        argv=programs["cc1"].argv and [word if word != str(directory / "source.c") else str(source)
                                       for word in programs["cc1"].argv])
    for name, number in {"tables": 40, "triad": 64, "counters": 24}.items():
        chosen[name] = programs[name]._replace(argv=programs[name].argv and [*programs[name].argv, "4", "1", str(times(number))])
    chosen["pigz"] = programs["pigz"]._replace(input=repeat(directory / "part", times(20)))
    for name, number in {"cg": 5000, "multigrid": 660}.items():
        path = bench / name
        chosen[name] = Program("numerical", [str(path), str(times(number))] if path.exists() else None)
    return chosen
