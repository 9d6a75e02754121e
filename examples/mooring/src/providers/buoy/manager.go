// Package buoy moors boats that lie at buoys already.
package buoy

import (
	"flag"

	"example.org/mooring/providers"
)

var config struct {
	buoys providers.Words
	user  string
	port  uint
}

// Register registers the settings of this provider.
func Register(flags *flag.FlagSet) {
	reg := providers.NewFlagRegistrar(flags)

	reg.CustomTypeWithEnv(&config.buoys, "buoys", "", "BUOYS", "Addresses of the buoys, divided by commas", providers.Required())
	reg.StringWithEnv(&config.user, "buoy-user", "skipper", "BUOY_USER", "User on the boats")
	reg.UintWithEnv(&config.port, "buoy-port", 0x16, "BUOY_PORT", "Port of the boats for SSH")
}
