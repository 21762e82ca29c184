// A pipeline of goroutines that pass blocks through channels.
//
// SPDX-License-Identifier: GPL-2.0-or-later
package main

import "fmt"

type block struct {
  values [64]int
}

func stage(in <-chan *block, out chan<- *block) {
  for b := range in {
    for i := range b.values {
      b.values[i]++
    }
    out <- b
  }
  close(out)
}

func main() {
  first := make(chan *block)
  last := first
  for i := 0; i < 4; i++ {
    next := make(chan *block, i)
    go stage(last, next)
    last = next
  }
  go func() {
    for i := 0; i < 100; i++ {
      first <- new(block)
    }
    close(first)
  }()
  sum := 0
  for b := range last {
    sum += b.values[7]
  }
  fmt.Println(sum)
}
