// Package dock moors boats in a dock.
package dock

import (
	"flag"

	"example.org/mooring/providers"
)

var config struct {
	token, name, basin string
	speed              float64
}

// Register registers the settings of this provider.
func Register(flags *flag.FlagSet) {
	reg := providers.NewFlagRegistrar(flags)

	reg.StringWithEnv(&config.token, "dock-token", "", "DOCK_TOKEN", "Token of the dock master", providers.Secret())
	reg.StringWithEnv(&config.name, "dock-name", "", "DOCK_NAME", "Name of the dock", providers.Required())
	reg.StringWithEnv(&config.basin, "basin", "", "DOCK_BASIN", "Basin", providers.Required())
	reg.Float64WithEnv(&config.speed, "filling-speed", 1e3, "FILLING_SPEED", "Litres a second")
}
