// The part of picomatch that Parley calls; the package ships no types.
declare module 'picomatch/posix.js' {
  interface GlobOptions {
    /** Whether `*` matches names that begin with a dot. */
    readonly dot?: boolean;
    readonly nocase?: boolean;
    /** Whether `!` at the start negates the whole glob. */
    readonly nonegate?: boolean;
    /** Whether `+(…)` and its kin stand for themselves. */
    readonly noextglob?: boolean;
  }
  /** Compiles a glob; throws a TypeError when it is no non-empty string. */
  export default function picomatch(glob: string, options?: GlobOptions): (path: string) => boolean;
}
