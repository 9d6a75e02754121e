module example.org/mooring/providers

go 1.22
