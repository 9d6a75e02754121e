// rusage runs a command and says what it took, as one line of JSON on file descriptor 3: seconds of wall time and of
// CPU, and the peak of its memory in bytes. The kernel counts them for the command alone.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

type usage struct {
	Wall   float64 `json:"wall"`
	CPU    float64 `json:"cpu"`
	Memory int64   `json:"memory"`
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: rusage COMMAND [ARGUMENT]... 3>REPORT")
		os.Exit(2)
	}
	command := exec.Command(os.Args[1], os.Args[2:]...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	started := time.Now()
	err := command.Run()
	wall := time.Since(started)
	if command.ProcessState == nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(127)
	}
	own := command.ProcessState.SysUsage().(*syscall.Rusage)
	report := usage{
		Wall:   wall.Seconds(),
		CPU:    (command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds(),
		Memory: own.Maxrss * 1024, // Linux counts in KiB.
	}
	if err := json.NewEncoder(os.NewFile(3, "report")).Encode(report); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		os.Exit(failed.ExitCode())
	}
}
