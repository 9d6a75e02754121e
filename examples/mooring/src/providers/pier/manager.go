// Package pier moors boats at the node's own pier.
package pier

import (
	"flag"

	"example.org/mooring/providers"
)

const (
	defaultAddress = "rope+ssh://harbour@192.0.2.7/pier"
	defaultPool    = "inner"
)

var config struct {
	address, pool, image string
	sealed               bool
}

// Register registers the settings of this provider.
func Register(flags *flag.FlagSet) {
	reg := providers.NewFlagRegistrar(flags)

	reg.StringWithEnv(&config.address, "pier-address", defaultAddress, "PIER_ADDRESS", "Where the pier is")
	reg.StringWithEnv(&config.pool, "pier-pool", defaultPool, "PIER_POOL", "Berths to use")
	reg.StringWithEnv(&config.image, "boat-image", "skiff.img", "BOAT_IMAGE", "Image of a boat in the pool")
	reg.BoolWithEnv(&config.sealed, "sealed", false, "SEALED", "Boats at a pier cannot be sealed")
}
