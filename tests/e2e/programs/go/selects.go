// One goroutine receives from several channels with `select`.
//
// SPDX-License-Identifier: GPL-2.0-or-later
package main

import "fmt"

func send(to chan<- int, n int) {
  var buffer [128]int
  for i := 0; i < n; i++ {
    buffer[i%128] = i
    to <- buffer[i%128]
  }
  close(to)
}

func main() {
  a, b, c := make(chan int), make(chan int, 4), make(chan int, 1)
  go send(a, 100)
  go send(b, 200)
  go send(c, 300)
  sum := 0
  for a != nil || b != nil || c != nil {
    select {
    case v, ok := <-a:
      if sum += v; !ok {
        a = nil
      }
    case v, ok := <-b:
      if sum += v; !ok {
        b = nil
      }
    case v, ok := <-c:
      if sum += v; !ok {
        c = nil
      }
    }
  }
  fmt.Println(sum)
}
