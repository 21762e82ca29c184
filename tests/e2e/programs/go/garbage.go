// Builds a tree and drops it, so that the garbage collector runs.
//
// SPDX-License-Identifier: GPL-2.0-or-later
package main

import (
  "fmt"
  "runtime"
)

type node struct {
  left, right *node
  key         int
}

func build(depth int) *node {
  if depth == 0 {
    return nil
  }
  return &node{build(depth - 1), build(depth - 1), depth}
}

func (n *node) sum() int {
  if n == nil {
    return 0
  }
  return n.left.sum() + n.right.sum() + n.key
}

func main() {
  total := 0
  for i := 0; i < 6; i++ {
    total += build(10).sum()
    runtime.GC()
  }
  fmt.Println(total)
}
