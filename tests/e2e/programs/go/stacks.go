// Stacks grow, and therefore move, while there are pointers into them.
//
// SPDX-License-Identifier: GPL-2.0-or-later
package main

import "fmt"

func descend(n int, above *int) int {
  var frame [200]int
  frame[n%200] = n + *above&1
  if n == 0 {
    return frame[0]
  }
  return descend(n-1, &frame[n%200]) + frame[n%200]&3
}

func main() {
  results := make(chan int)
  for g := 0; g < 4; g++ {
    go func(g int) {
      start := g
      results <- descend(200*(g+1), &start)
    }(g)
  }
  sum := 0
  for g := 0; g < 4; g++ {
    sum += <-results
  }
  fmt.Println(sum)
}
