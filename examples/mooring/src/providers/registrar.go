// Package providers holds what all providers of the example share.
package providers

import (
	"flag"
	"os"
	"strings"
	"time"
)

// Option says more about a setting.
type Option func(*setting)

type setting struct{ required, secret bool }

// Required marks a setting without which the provider does not work.
func Required() Option { return func(s *setting) { s.required = true } }

// Secret marks a setting that nobody may read.
func Secret() Option { return func(s *setting) { s.secret = true } }

// Words is a list, divided by commas.
type Words []string

func (w *Words) String() string { return strings.Join(*w, ",") }

// Set replaces the list.
func (w *Words) Set(text string) error {
	*w = strings.Split(text, ",")
	return nil
}

// FlagRegistrar registers flags that may come from the environment, too.
type FlagRegistrar struct{ flags *flag.FlagSet }

// NewFlagRegistrar makes a registrar for flags.
func NewFlagRegistrar(flags *flag.FlagSet) *FlagRegistrar { return &FlagRegistrar{flags} }

func (r *FlagRegistrar) fromEnv(name, env string) {
	if text, ok := os.LookupEnv(env); ok && text != "" {
		_ = r.flags.Set(name, text)
	}
}

// StringWithEnv registers a text.
func (r *FlagRegistrar) StringWithEnv(p *string, name, value, env, usage string, _ ...Option) {
	r.flags.StringVar(p, name, value, usage)
	r.fromEnv(name, env)
}

// BoolWithEnv registers a truth.
func (r *FlagRegistrar) BoolWithEnv(p *bool, name string, value bool, env, usage string, _ ...Option) {
	r.flags.BoolVar(p, name, value, usage)
	r.fromEnv(name, env)
}

// IntWithEnv registers a whole number.
func (r *FlagRegistrar) IntWithEnv(p *int, name string, value int, env, usage string, _ ...Option) {
	r.flags.IntVar(p, name, value, usage)
	r.fromEnv(name, env)
}

// UintWithEnv registers a number of things.
func (r *FlagRegistrar) UintWithEnv(p *uint, name string, value uint, env, usage string, _ ...Option) {
	r.flags.UintVar(p, name, value, usage)
	r.fromEnv(name, env)
}

// Uint64WithEnv registers a large number of things.
func (r *FlagRegistrar) Uint64WithEnv(p *uint64, name string, value uint64, env, usage string, _ ...Option) {
	r.flags.Uint64Var(p, name, value, usage)
	r.fromEnv(name, env)
}

// Float64WithEnv registers a fraction.
func (r *FlagRegistrar) Float64WithEnv(p *float64, name string, value float64, env, usage string, _ ...Option) {
	r.flags.Float64Var(p, name, value, usage)
	r.fromEnv(name, env)
}

// DurationWithEnv registers a span of time.
func (r *FlagRegistrar) DurationWithEnv(p *time.Duration, name string, value time.Duration, env, usage string, _ ...Option) {
	r.flags.DurationVar(p, name, value, usage)
	r.fromEnv(name, env)
}

// CustomTypeWithEnv registers a value of a type of its own.
func (r *FlagRegistrar) CustomTypeWithEnv(p flag.Value, name, value, env, usage string, _ ...Option) {
	_ = p.Set(value)
	r.flags.Var(p, name, usage)
	r.fromEnv(name, env)
}
