// The behaviours of ../behaviours.json by pgx; as python/behaviours.py.
package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sort"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

type step struct {
	Query       string
	Parameters  []json.RawMessage
	Times       int
	Stream      string
	Until       int
	Rows        int
	CopyIn      string `json:"copy in"`
	Data        string
	CopyOut     string `json:"copy out"`
	Cancel      string
	Batch       string
	Pipeline    []step
	Notices     string
	Transaction string
	Steps       []step
}

type behaviour struct {
	Behaviour string
	Format    string
	Steps     []step
}

// queries is what a connection and a transaction have in common.
type queries interface {
	Query(context.Context, string, ...any) (pgx.Rows, error)
	Begin(context.Context) (pgx.Tx, error)
	SendBatch(context.Context, *pgx.Batch) pgx.BatchResults
}

type run struct {
	connection *pgx.Conn
	notices    []string
	text       bool
}

var background = context.Background()

func main() {
	fmt.Println("pgx", version())
	text, err := os.ReadFile(os.Args[1])
	check(err)
	var behaviours []behaviour
	check(json.Unmarshal(text, &behaviours))
	for _, behaviour := range behaviours {
		fmt.Println("==", behaviour.Behaviour)
		runBehaviour(behaviour)
	}
}

func version() string {
	build, _ := debug.ReadBuildInfo()
	for _, module := range build.Deps {
		if module.Path == "github.com/jackc/pgx/v5" {
			return strings.TrimPrefix(module.Version, "v")
		}
	}
	return ""
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func runBehaviour(behaviour behaviour) {
	r := &run{text: behaviour.Format != "binary"}
	config, err := pgx.ParseConfig(os.Args[2])
	check(err)
	config.OnNotice = func(_ *pgconn.PgConn, notice *pgconn.Notice) {
		r.notices = append(r.notices, notice.Severity+" "+notice.Message)
	}
	r.connection, err = pgx.ConnectConfig(background, config)
	check(err)
	defer r.connection.Close(background)
	r.steps(r.connection, behaviour.Steps)
}

func (r *run) steps(on queries, steps []step) {
	for _, step := range steps {
		for time := 0; time < max(step.Times, 1); time++ {
			if err := r.step(on, step); err != nil {
				fmt.Println("error", described(err))
			}
		}
	}
}

func described(err error) string {
	var failure *pgconn.PgError
	if !errors.As(err, &failure) {
		return err.Error()
	}
	// Not the context, to which Argosy adds the node.
	return fmt.Sprintf("%s %q %q %q %d %q %q %q", failure.Code, failure.Message, failure.Detail,
		failure.Hint, failure.Position, failure.SchemaName, failure.TableName, failure.ConstraintName)
}

func (r *run) step(on queries, step step) error {
	switch {
	case step.Query != "":
		return r.show(r.query(on, step))
	case step.Stream != "":
		return r.stream(on, step)
	case step.CopyIn != "":
		tag, err := r.connection.PgConn().CopyFrom(background, strings.NewReader(step.Data), step.CopyIn)
		if err == nil {
			fmt.Println(tag)
		}
		return err
	case step.CopyOut != "":
		return r.copyOut(step.CopyOut)
	case step.Cancel != "":
		return r.cancel(step.Cancel)
	case step.Batch != "":
		return r.batch(on, step)
	case step.Pipeline != nil:
		return r.pipeline(on, step.Pipeline)
	case step.Notices != "":
		r.notices = nil
		_, err := r.connection.Exec(background, step.Notices)
		for _, notice := range r.notices {
			fmt.Println(notice)
		}
		return err
	case step.Transaction != "":
		return r.transaction(on, step)
	}
	panic(fmt.Sprintf("unknown step %+v", step))
}

func values(described []json.RawMessage) []any {
	values := []any{}
	for _, one := range described {
		values = append(values, value(one))
	}
	return values
}

func value(described json.RawMessage) any {
	var typed map[string]json.RawMessage
	check(json.Unmarshal(described, &typed))
	for kind, literal := range typed {
		if string(literal) == "null" {
			return nil
		}
		switch kind {
		case "bigint", "int":
			return parsed[int64](literal)
		case "bigint[]":
			return parsed[[]int64](literal)
		case "float":
			return parsed[float64](literal)
		case "bool":
			return parsed[bool](literal)
		case "bytea":
			data, err := hex.DecodeString(parsed[string](literal))
			check(err)
			return data
		case "date":
			date, err := time.Parse(time.DateOnly, parsed[string](literal))
			check(err)
			return date
		case "timestamptz":
			return parsed[time.Time](literal)
		case "numeric":
			var number pgtype.Numeric
			check(number.Scan(parsed[string](literal)))
			return number
		default:
			return parsed[string](literal)
		}
	}
	panic("no value in " + string(described))
}

func parsed[T any](literal json.RawMessage) T {
	var result T
	check(json.Unmarshal(literal, &result))
	return result
}

func (r *run) query(on queries, step step) (pgx.Rows, error) {
	arguments := values(step.Parameters)
	if r.text {
		// All that comes back is text; what goes there is in the format that pgx chooses.
		arguments = append([]any{pgx.QueryResultFormats{pgx.TextFormatCode}}, arguments...)
	}
	return on.Query(background, step.Query, arguments...)
}

func (r *run) show(rows pgx.Rows, err error) error {
	if err != nil {
		return err
	}
	defer rows.Close()
	lines := []string{}
	for rows.Next() {
		cells, err := rows.Values()
		if err != nil {
			return err
		}
		shown := []string{}
		for _, cell := range cells {
			shown = append(shown, fmt.Sprintf("%v", cell))
		}
		lines = append(lines, strings.Join(shown, " | "))
	}
	// Rows may have come before an error.
	if rows.Err() == nil {
		fmt.Println(strings.Join(append(lines, rows.CommandTag().String()), "\n"))
	}
	return rows.Err()
}

// It reads from the connection only when it is asked for the next row, so the answer waits in the
// server.
func (r *run) stream(on queries, step step) error {
	rows, err := on.Query(background, step.Stream)
	if err != nil {
		return err
	}
	defer rows.Close()
	count, total := 0, int64(0)
	for rows.Next() {
		cells, err := rows.Values()
		if err != nil {
			return err
		}
		switch number := cells[0].(type) {
		case int64:
			total += number
		case int32:
			total += int64(number)
		}
		if count++; count == step.Until {
			break
		}
	}
	if rows.Err() == nil {
		fmt.Printf("%d rows, %d in all\n", count, total)
	}
	return rows.Err()
}

func (r *run) copyOut(sql string) error {
	var output bytes.Buffer
	if _, err := r.connection.PgConn().CopyTo(background, &output, sql); err != nil {
		return err
	}
	lines := strings.Split(strings.TrimRight(output.String(), "\n"), "\n")
	sort.Strings(lines)
	for place := 0; place < len(lines); place += 100 {
		fmt.Println(lines[place])
	}
	fmt.Println(len(lines), "lines")
	return nil
}

func (r *run) cancel(sql string) error {
	timer := time.AfterFunc(time.Second, func() {
		check(r.connection.PgConn().CancelRequest(background))
	})
	defer timer.Stop()
	_, err := r.connection.Exec(background, sql)
	return err
}

func (r *run) batch(on queries, step step) error {
	batch := &pgx.Batch{}
	for _, row := range step.Parameters {
		batch.Queue(step.Batch, values(parsed[[]json.RawMessage](row))...)
	}
	return on.SendBatch(background, batch).Close()
}

func (r *run) pipeline(on queries, steps []step) error {
	batch := &pgx.Batch{}
	for _, query := range steps {
		batch.Queue(query.Query, values(query.Parameters)...)
	}
	results := on.SendBatch(background, batch)
	for range steps {
		if err := r.show(results.Query()); err != nil {
			fmt.Println("error", described(err))
		}
	}
	return results.Close()
}

func (r *run) transaction(on queries, step step) error {
	transaction, err := on.Begin(background)
	if err != nil {
		return err
	}
	r.steps(transaction, step.Steps)
	if step.Transaction == "commit" {
		err = transaction.Commit(background)
	} else {
		err = transaction.Rollback(background)
	}
	if err == nil {
		fmt.Println(step.Transaction)
	}
	return err
}
