// Package quay moors boats at a quay that is for hire.
package quay

import (
	"flag"

	"example.org/mooring/providers"
)

const (
	north  = "north"
	region = north + "-1"
)

var config struct {
	key, secret, pass, region, image, size string
	tags                                   providers.Words
	draught                                int
	public                                 bool
}

// Register registers the settings of this provider.
func Register(flags *flag.FlagSet) {
	reg := providers.NewFlagRegistrar(flags)

	reg.StringWithEnv(&config.key, "quay-key-id", "", "QUAY_KEY_ID", "Name of the key", providers.Secret(), providers.Required())
	reg.StringWithEnv(&config.secret, "quay-key", "", "QUAY_KEY", "The key", providers.Secret(), providers.Required())
	reg.StringWithEnv(&config.pass, "quay-pass", "", "QUAY_PASS", "A pass for one day", providers.Secret())
	reg.StringWithEnv(&config.region, "region", region, "QUAY_REGION", "Region")
	reg.StringWithEnv(&config.image, "image", "", "BOAT_IMAGE", "Image of a boat", providers.Required())
	reg.StringWithEnv(&config.size, "size", "m.large", "BOAT_SIZE", "Size of a boat")
	reg.CustomTypeWithEnv(&config.tags, "tags", "", "TAGS", "Tags of the boats: key=value, divided by commas")
	reg.IntWithEnv(&config.draught, "hull-size", 3*10, "HULL_SIZE", "Size of the hull in GiB")
	reg.BoolWithEnv(&config.public, "public-berth", false, "PUBLIC_BERTH", "Whether boats are reached from outside")
}
