// Runs another program, and reads what it prints.
//
// SPDX-License-Identifier: GPL-2.0-or-later
package main

import (
  "fmt"
  "os/exec"
  "strings"
)

func main() {
  all := ""
  for i := 0; i < 2; i++ {
    out, err := exec.Command("/bin/echo", "line", fmt.Sprint(i)).Output()
    if err != nil {
      panic(err)
    }
    all += strings.ToUpper(string(out))
  }
  fmt.Print(all)
}
