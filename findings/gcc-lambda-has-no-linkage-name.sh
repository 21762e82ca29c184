#!/bin/sh
# g++: operator() of a lambda has no linkage name in debug information, unless the lambda is in an inline function.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: g++-12 12.2.0-14+deb12u1 and binutils 2.40-2 of the system
# Guess:   each member function has its mangled name in debug information (DW_AT_linkage_name), also if all of its calls
#          are inlined.
# Seen:    g++ writes the mangled name only if the function is visible to other units. The lambdas of ordinary
#          functions, classes in functions, and classes in unnamed namespaces are not. Their operator() has only the
#          name `operator()`. With -O0, the symbol table has the mangled name, but debug information does not:
#            -O2: class: _ZNK5NamedclEi
#            -O2: class in a function: none
#            -O2: lambda: none
#            -O2: lambda in an inline function: _ZZ7offerediENKUliE_clEi
#            -O0: lambda: none
#            -O0: symbol of the lambda: _ZZ3runiENKUliE_clEi
# Matters: all inlined lambdas of a program have the same name, `operator()`. A profiler that demangles linkage names
#          shows `Named::operator()(int) const` for the class, but cannot distinguish one lambda from another. It must
#          make a name from the enclosing function or from the line.
. "$(dirname "$0")/common"

need_gxx_12
cat >lambda.cc <<'END'
int sink;
struct Named {
  void operator()(int k) const { sink += k; }
};
inline void offered(int i) {
  auto lambda = [](int k) { sink -= k; };
  lambda(i);
}
void run(int i) {
  struct Local {
    void operator()(int k) const { sink ^= k; }
  };
  auto lambda = [](int k) { sink *= k; };
  Named()(i);
  Local()(i);
  lambda(i);
  offered(i);
}
END
# linkage FILE LINE: prints the linkage name of the operator() of the class or lambda that is declared in that line.
linkage() {
  readelf --debug-dump=info "$1" | awk -v line="$2" '
    /Abbrev Number/ { end(); name = link = ""; class = /DW_TAG_(structure|class)_type/ }
    /DW_AT_name/ { name = $NF }
    class && /DW_AT_decl_line/ { at = $NF }
    /DW_AT_linkage_name/ { link = $NF }
    function end() { if (name == "operator()" && at == line) print link ? link : "none" }
    END { end() }'
}
g++ -O2 -g -c -o inlined.o lambda.cc
g++ -O0 -g -c -o called.o lambda.cc
{
  echo "-O2: class: $(linkage inlined.o 2)"
  echo "-O2: class in a function: $(linkage inlined.o 10)"
  echo "-O2: lambda: $(linkage inlined.o 13)"
  echo "-O2: lambda in an inline function: $(linkage inlined.o 6)"
  echo "-O0: lambda: $(linkage called.o 13)"
  echo "-O0: symbol of the lambda: $(nm called.o | awk '$3 ~ /3run.*Ul/ { print $3 }')"
} | tee seen
expect "a class has a linkage name" grep -qx -e '-O2: class: _ZNK5NamedclEi' seen
expect "a class in a function has none" grep -qx -e '-O2: class in a function: none' seen
expect "a lambda has none" grep -qx -e '-O2: lambda: none' seen
expect "in an inline function, it has one" grep -qx -e '-O2: lambda in an inline function: _ZZ7offered.*' seen
expect "-O0: a lambda has none" grep -qx -e '-O0: lambda: none' seen
expect "-O0: its symbol has the name" grep -qx -e '-O0: symbol of the lambda: _ZZ3runiENKUliE_clEi' seen
finish
