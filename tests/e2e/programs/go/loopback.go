// A server and its clients, on 127.0.0.1.
//
// SPDX-License-Identifier: GPL-2.0-or-later
package main

import (
  "bufio"
  "fmt"
  "net"
  "sync"
)

func serve(c net.Conn) {
  defer c.Close()
  lines := bufio.NewScanner(c)
  for lines.Scan() {
    fmt.Fprintf(c, "%d\n", len(lines.Text()))
  }
}

func main() {
  listener, err := net.Listen("tcp", "127.0.0.1:0")
  if err != nil {
    panic(err)
  }
  go func() {
    for {
      c, err := listener.Accept()
      if err != nil {
        return
      }
      go serve(c)
    }
  }()
  var group sync.WaitGroup
  sums := make([]int, 3)
  for g := range sums {
    group.Add(1)
    go func(g int) {
      defer group.Done()
      c, err := net.Dial("tcp", listener.Addr().String())
      if err != nil {
        panic(err)
      }
      defer c.Close()
      answers := bufio.NewScanner(c)
      for i := 0; i < 5; i++ {
        fmt.Fprintf(c, "%0*d\n", g+i+1, i)
        answers.Scan()
        n := 0
        fmt.Sscan(answers.Text(), &n)
        sums[g] += n
      }
    }(g)
  }
  group.Wait()
  listener.Close()
  fmt.Println(sums)
}
