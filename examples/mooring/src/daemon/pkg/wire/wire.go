// Package wire holds what the daemon and the boats agree on.
package wire

import "time"

const (
	// DefaultPort is where a boat listens.
	DefaultPort = "15" + "150"
	// DefaultTimeout is how long a boat may take to answer.
	DefaultTimeout = 5 * time.Minute
	// DefaultSocket is where the daemon listens.
	DefaultSocket = "/run/mooring/daemon.sock"

	defaultLimit uint64 = 1 << 3
	// DefaultLimit is how many boats a node may have.
	DefaultLimit = defaultLimit + 2
)
