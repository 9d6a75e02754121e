// The daemon of the example: what every provider of it can be told.
package main

import (
	"flag"
	"time"

	"example.org/mooring/daemon/pkg/wire"
	"example.org/mooring/providers"
)

type config struct {
	port, socket, charter, lines string
	timeout                      time.Duration
	limit                        uint64
	depth                        int
	share                        float64
	armed                        bool
}

func (c *config) register(flags *flag.FlagSet) {
	reg := providers.NewFlagRegistrar(flags)

	reg.StringWithEnv(&c.port, "boat-port", wire.DefaultPort, "BOAT_PORT", "Port on which boats listen")
	reg.StringWithEnv(&c.socket, "socket", wire.DefaultSocket, "MOORING_SOCKET", "Unix socket of the daemon")
	reg.StringWithEnv(&c.charter, "charter", "", "CHARTER", "Document that boats carry: JSON, or text of several lines")
	reg.StringWithEnv(&c.lines, "ca-file", "", "CA_FILE", "CA certificate for the lines to boats, such as /etc/mooring/certificates/ca.crt")
	reg.DurationWithEnv(&c.timeout, "answer-timeout", wire.DefaultTimeout, "ANSWER_TIMEOUT", "How long a boat may take to answer")
	reg.Uint64WithEnv(&c.limit, "boats-per-node", wire.DefaultLimit, "BOATS_PER_NODE", "How many boats a node may have")
	reg.IntWithEnv(&c.depth, "minimum-depth", -2, "MINIMUM_DEPTH", "Depth in fathoms below which nothing moors")
	reg.Float64WithEnv(&c.share, "reserve", 0.25, "RESERVE", "Share of the berths that stays free")
	reg.BoolWithEnv(&c.armed, "sealed", true, "SEALED", "Whether boats are sealed, so that their harbour cannot look inside")
}

func main() {
	(&config{}).register(flag.CommandLine)
	flag.Parse()
}
