// Tables as CSV (RFC 4180).

type CsvValue = string | number | undefined;

/** The rows as a file; undefined is an empty field. */
export function csvText(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

/** Text that a spreadsheet would run as a formula begins with an apostrophe: titles come from agents. */
function csvField(value: CsvValue): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
