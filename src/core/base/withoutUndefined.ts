// Objects without the fields that are undefined: an optional field is absent, never undefined.

/** The type of an object whose undefined fields are left out. */
export type WithoutUndefined<T> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** The object without the fields that are undefined. */
export function withoutUndefined<T extends object>(value: T): WithoutUndefined<T>;
export function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
}
