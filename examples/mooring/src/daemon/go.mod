module example.org/mooring/daemon

go 1.22

require example.org/mooring/providers v0.0.0

replace example.org/mooring/providers => ../providers
