// Goroutines fill slices of their own and add them up.
//
// SPDX-License-Identifier: GPL-2.0-or-later
package main

import (
  "fmt"
  "sync"
)

func main() {
  var group sync.WaitGroup
  sums := make([]int, 8)
  for g := range sums {
    group.Add(1)
    go func(g int) {
      defer group.Done()
      values := make([]int, 5000)
      for i := range values {
        values[i] = i * (g + 1)
      }
      for _, v := range values {
        sums[g] += v
      }
    }(g)
  }
  group.Wait()
  fmt.Println(sums)
}
