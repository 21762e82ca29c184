// Goroutines share a map under a mutex, and counters without a mutex.
//
// SPDX-License-Identifier: GPL-2.0-or-later
package main

import (
  "fmt"
  "sync"
  "sync/atomic"
)

func main() {
  var group sync.WaitGroup
  var lock sync.RWMutex
  var count int64
  table := map[int]int{}
  for g := 0; g < 4; g++ {
    group.Add(1)
    go func(g int) {
      defer group.Done()
      for i := 0; i < 300; i++ {
        lock.Lock()
        table[i] += g
        lock.Unlock()
        lock.RLock()
        atomic.AddInt64(&count, int64(table[i/2]&1))
        lock.RUnlock()
        atomic.AddInt64(&count, 1)
      }
    }(g)
  }
  group.Wait()
  fmt.Println(len(table), table[299], count >= 1200)
}
