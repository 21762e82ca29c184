// Uses timers, tickers and goroutines that sleep.
//
// SPDX-License-Identifier: GPL-2.0-or-later
package main

import (
  "fmt"
  "time"
)

func main() {
  done := make(chan int)
  for g := 0; g < 5; g++ {
    go func(g int) {
      var local [100]int
      time.Sleep(time.Duration(g) * time.Millisecond)
      for i := range local {
        local[i] = i
      }
      done <- local[g]
    }(g)
  }
  ticker := time.NewTicker(time.Millisecond)
  sum, ticks := 0, 0
  timeout := time.After(time.Minute)
  for n := 0; n < 5; {
    select {
    case v := <-done:
      sum += v
      n++
    case <-ticker.C:
      ticks++
    case <-timeout:
      panic("timeout")
    }
  }
  ticker.Stop()
  fmt.Println(sum)
}
