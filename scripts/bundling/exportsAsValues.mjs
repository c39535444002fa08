// The exports of the chunks that are joined with dist/extension.js, in fewer bytes than esbuild writes them.

/** How esbuild writes, minified, the exports of a module as an object with a getter for each. */
const EXPORTS_OF_MODULE = /var ([\w$]+)=\{\};[\w$]+\(\1,\{((?:[\w$]+:\(\)=>[\w$]+,?)+)\}\);/g;

/**
 * The exports of the chunks that are joined with the entry, written as values where the entry exports each chunk. Other
 * chunks see them only when all of the entry has been evaluated, and a getter for each is a fiftieth of what activation reads.
 */
export function exportsAsValues(text) {
  const values = new Map();
  const rest = text.replace(EXPORTS_OF_MODULE, (statement, module, getters) => {
    // Twice here and once among the exports of the entry: another use may need the object itself, or come earlier.
    const isOnlyExported =
      timesNamed(text, module) === 3 && new RegExp(`:\\(\\)=>${escaped(module)}[,}]`).test(text);
    if (!isOnlyExported) return statement;
    values.set(module, valuesOf(text, getters));
    return '';
  });
  return rest.replace(/\(\)=>([\w$]+)(?=[,}])/g, (getter, module) =>
    values.has(module) ? `()=>({${values.get(module)}})` : getter,
  );
}

/** A variable that is assigned again keeps its getter, and so does one whose name has another meaning elsewhere. */
function valuesOf(text, getters) {
  const pairs = getters.split(',').map((getter) => getter.split(':()=>'));
  return pairs.map(([name, value]) =>
    timesAssigned(text, value) > 1 ? `get ${name}(){return ${value}}` : `${name}:${value}`,
  );
}

const escaped = (name) => name.replaceAll('$', '\\$');

const timesNamed = (text, name) =>
  text.match(new RegExp(`(?<![\\w$.])${escaped(name)}(?![\\w$])`, 'g'))?.length ?? 0;

const timesAssigned = (text, name) => {
  const assignment = String.raw`[-+*/%&|^?<>]{0,3}=(?![=>])|\+\+|--`;
  const before = String.raw`(?:\+\+|--)`;
  const named = escaped(name);
  const pattern = String.raw`(?<![\w$.])(?:${named}(?:${assignment})|${before}${named}(?![\w$]))`;
  return text.match(new RegExp(pattern, 'g'))?.length ?? 0;
};
