// Names that distinguish paths: the last part of each, with as many of the folders before it as that takes.

/** The names of absolute paths by path, with `/`. */
export function distinctNames(paths: Iterable<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let open = [...new Set(paths)].map((path) => ({ path, parts: path.split(/[\\/]/).filter(Boolean) }));
  for (let count = 1; open.length > 0; count++) {
    const named = open.map((each) => ({ ...each, name: each.parts.slice(-count).join('/') || each.path }));
    const byName = Map.groupBy(named, ({ name }) => name);
    const isDone = (each: (typeof named)[number]): boolean =>
      byName.get(each.name)?.length === 1 || each.parts.length <= count;
    for (const each of named.filter(isDone)) names.set(each.path, each.name);
    open = named.filter((each) => !isDone(each));
  }
  return names;
}
