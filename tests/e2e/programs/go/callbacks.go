// C code calls back into Go, from several goroutines.
//
// SPDX-License-Identifier: GPL-2.0-or-later
package main

/*
static int table[256];
extern int visit(int);
static int walk(int n) {
  int local[64], sum = 0;
  for (int i = 0; i < 64; i++) local[i] = i * n;
  for (int i = 0; i < 64; i++) sum += visit(local[i]) + table[i]++;
  return sum;
}
static int call_walk(int n) { return walk(n); }
*/
import "C"

import (
  "fmt"
  "sync"
)

//export visit
func visit(n C.int) C.int {
  var kept [32]C.int
  for i := range kept {
    kept[i] = n
  }
  return kept[int(n)&31] & 1
}

func main() {
  var group sync.WaitGroup
  var lock sync.Mutex
  calls := 0
  for g := 0; g < 3; g++ {
    group.Add(1)
    go func(g int) {
      defer group.Done()
      for i := 0; i < 4; i++ {
        C.call_walk(C.int(g + i))
        lock.Lock()
        calls++
        lock.Unlock()
      }
    }(g)
  }
  group.Wait()
  fmt.Println(calls)
}
