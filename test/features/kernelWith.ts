// The kernel as features get it, with the parts that a test comes to.
import type { Kernel } from '../../src/host/kernel.ts';

type Parts = {
  readonly [Part in keyof Kernel]?: Kernel[Part] extends object ? Partial<Kernel[Part]> : Kernel[Part];
};

/** A kernel with these parts of its parts. */
export function kernelWith(parts: Parts): Kernel {
  return Object.assign(Object.create(null), parts);
}
