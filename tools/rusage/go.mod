module chartwright/tools/rusage

go 1.25.5
