/* conditions.c: functions whose second or third condition is not always tested. A test steps through them.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#define APART __attribute__((noinline))

static unsigned state = 12345;
volatile long hits, misses;
static unsigned next(void) { return (state = state * 1103515245u + 12345u) >> 16 & 0x7fff; }

int main(void);
APART void both(unsigned x, unsigned y);
APART void either(unsigned x, unsigned y);
APART int value(unsigned x, unsigned y);
APART int three(unsigned x, unsigned y, unsigned z);
APART int range(int c);
APART int letter(unsigned char c);
APART int within(double x, double y);
APART int mixed(unsigned x, unsigned y, unsigned z);
APART long loop(const unsigned char *p, long n, unsigned limit);
APART long search(unsigned from, unsigned step, unsigned limit);
APART int bits(unsigned x, unsigned y);
APART int nested(unsigned x, unsigned y, unsigned z);
APART void returns(unsigned x, unsigned y);
APART int compare(long a, long b, long c, long d);

void both(unsigned x, unsigned y) {
  if (x > 8000 && y > 8000)
    hits++;
  else
    misses++;
}
void either(unsigned x, unsigned y) {
  if (x > 24000 || y > 24000)
    hits++;
  else
    misses++;
}
int value(unsigned x, unsigned y) { return x > 10000 && y < 20000; }
int three(unsigned x, unsigned y, unsigned z) { return x > 3000 && y > 6000 && z > 9000 ? 7 : 3; }
int range(int c) { return (c >= 100 && c <= 9000) || (c >= 20000 && c <= 21000) || c == 31000; }
int letter(unsigned char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
int within(double x, double y) {
  if (x > 0.25 && y < 0.75) hits++;
  return x < y || x > 0.9;
}
int mixed(unsigned x, unsigned y, unsigned z) {
  if ((x & 1) != 0 && (y & 3) == 0) return 1;
  if (x > y && y > z) return 2;
  return z == 5 ? 3 : 4;
}
long loop(const unsigned char *p, long n, unsigned limit) {
  long sum = 0;
  for (long i = 0; i < n; i++)
    if (p[i] > 100 && (unsigned)i * 2654435761u > limit) sum += p[i];
  return sum;
}
long search(unsigned from, unsigned step, unsigned limit) {
  long n = 0;
  while (from < limit && n < 40) {
    from += step;
    n++;
  }
  return n;
}
int bits(unsigned x, unsigned y) { return (x >> 3 & 1) && (y >> 5 & 1) ? hits > 3 : misses > 3; }
int nested(unsigned x, unsigned y, unsigned z) {
  if (x > 5000) {
    if (y > 7000) {
      if (z > 9000) return 1;
    }
  }
  return 0;
}
void returns(unsigned x, unsigned y) {
  if (x < 9000 && y != 77) return;
  hits++;
}
int compare(long a, long b, long c, long d) { return a == b && c == d ? 1 : a < b && c < d ? 2 : 3; }

int main(void) {
  static unsigned char text[200];
  long all = 0;
  for (int i = 0; i < 200; i++) text[i] = (unsigned char)next();
  for (int i = 0; i < 150; i++) {
    const unsigned x = next(), y = next(), z = next();
    both(x, y);
    either(x, y);
    returns(x, y);
    all += value(x, y) + three(x, y, z) + range((int)x) + letter((unsigned char)y) + mixed(x, y, z) + bits(x, y) +
           nested(x, y, z) + compare((long)x / 8192, (long)y / 8192, (long)y / 8192, (long)z / 8192) +
           within(x / 32768.0, y / 32768.0) + search(x, y + 1, 30000);
  }
  for (unsigned i = 0; i < 5; i++) all += loop(text, 200, i << 29);
  return all == 77;
}
