export function exportsAsValues(text: string): string;
