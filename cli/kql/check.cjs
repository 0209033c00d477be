// Parses and binds queries against the tables they read, all in one process.
// Standard input: {"tables":{"AppTraces":{"Message":"string",...}},"queries":[{"name":"...","text":"..."}]}
// Standard output: [{"name":"...","message":"...","start":0}], one element for each error.
'use strict';
const fs = require('fs');
require('@kusto/language-service-next/bridge.min.js');
require('@kusto/language-service-next/Kusto.Language.Bridge.min.js');

const { KustoCode, GlobalState, Symbols } = Kusto.Language;
const input = JSON.parse(fs.readFileSync(0, 'utf8'));

const tables = Object.entries(input.tables).map(([name, columns]) =>
  Symbols.TableSymbol.From('()').WithName(name).WithColumns(
    Object.entries(columns).map(([column, type]) =>
      new Symbols.ColumnSymbol(column, Symbols.ScalarTypes.GetSymbol(type)))));
const globals = GlobalState.Default.WithDatabase(new Symbols.DatabaseSymbol.ctor('workspace', tables));

const errors = [];
for (const { name, text } of input.queries) {
  const code = KustoCode.ParseAndAnalyze(text, globals);
  // Empty texts and commands have no diagnostics at all.
  if (!text.trim() || code.Kind !== 'Query') {
    errors.push({ name, message: `expected a query, found ${code.Kind}`, start: 0 });
  }
  for (const found of Bridge.toArray(code.GetDiagnostics())) {
    if (found.Severity === 'Error') {
      errors.push({ name, message: `${found.Code} ${found.Message}`, start: found.Start });
    }
  }
}
process.stdout.write(JSON.stringify(errors));
