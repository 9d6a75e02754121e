// Renders charts as `helm template` of Helm 3 does, without a process for each: reads requests from standard input and
// writes an answer to each, one JSON document a line.
//
//	{"chart": "DIR"}                                     → {"chart": 0}, the number that renders name it by
//	{"chart": 0, "values": {…}, "release": "NAME", …}    → {"parts": […]} or {"error": "…"}
//
// The parts joined are what `helm template` prints. A part is its text, or the number of a text of an earlier answer: those
// of a chart's first rendering are counted and not sent again, since most values change little of it.
package main

import (
	"bytes"
	"encoding/json"
	"io"
	"log"
	"os"
	"strings"
)

type request struct {
	Chart       json.RawMessage `json:"chart"`
	Values      json.RawMessage `json:"values"`
	Release     string          `json:"release"`
	Namespace   string          `json:"namespace"`
	IsUpgrade   bool            `json:"isUpgrade"`
	IncludeCRDs bool            `json:"includeCRDs"`
	APIVersions []string        `json:"apiVersions"`
}

type answer struct {
	Chart *int   `json:"chart,omitempty"`
	Parts []any  `json:"parts,omitempty"`
	Error string `json:"error,omitempty"`
	// What Helm wrote beside.
	Warnings string `json:"warnings,omitempty"`
}

func main() {
	var warnings bytes.Buffer
	log.SetOutput(&warnings)
	log.SetFlags(0)
	server := &server{known: map[string]int{}}
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for {
		var asked request
		if err := in.Decode(&asked); err == io.EOF {
			return
		} else if err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(1)
		}
		warnings.Reset()
		reply := server.answer(asked)
		reply.Warnings = warnings.String()
		if err := out.Encode(reply); err != nil {
			return
		}
	}
}

type server struct {
	charts []*loadedChart
	// The number of each text that is not sent again.
	known map[string]int
}

func (s *server) answer(asked request) answer {
	var folder string
	if json.Unmarshal(asked.Chart, &folder) == nil {
		loaded, err := loadChart(folder)
		if err != nil {
			return answer{Error: err.Error()}
		}
		s.charts = append(s.charts, loaded)
		number := len(s.charts) - 1
		return answer{Chart: &number}
	}
	var number int
	if err := json.Unmarshal(asked.Chart, &number); err != nil || number < 0 || number >= len(s.charts) {
		return answer{Error: "there is no chart of this number"}
	}
	text, err := s.charts[number].render(asked)
	if err != nil {
		return answer{Error: err.Error()}
	}
	isFirst := !s.charts[number].isRendered
	s.charts[number].isRendered = true
	return answer{Parts: s.partsOf(text, isFirst)}
}

func (s *server) partsOf(text string, isCounted bool) []any {
	const boundary = "\n---\n# Source: "
	parts := []any{}
	for text != "" {
		part := text
		if end := strings.Index(text, boundary); end != -1 {
			part = text[:end+1]
		}
		text = text[len(part):]
		if number, ok := s.known[part]; ok {
			parts = append(parts, number)
		} else {
			parts = append(parts, part)
			if isCounted {
				s.known[part] = len(s.known)
			}
		}
	}
	return parts
}
