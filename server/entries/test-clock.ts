/** The clock of a process, as tests move it: `Date`, not the timers. It goes on from where it was set. */
export interface ProcessClock {
  /** Lets it be this time now. */
  set(time: number): void;
  /** Lets it be what it is. */
  reset(): void;
}

/** Replaces the global `Date` the first time that the clock is set. */
export function makeProcessClock(): ProcessClock {
  const RealDate = Date;
  let shift = 0;
  /** Called without `new` it would be a text: no code does that. */
  class ShiftedDate extends RealDate {
    constructor(...given: readonly unknown[]) {
      super(...((given.length === 0 ? [ShiftedDate.now()] : given) as [number]));
    }

    static override now(): number {
      return RealDate.now() + shift;
    }

    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof RealDate;
    }
  }
  return {
    set(time) {
      shift = time - RealDate.now();
      globalThis.Date = ShiftedDate as DateConstructor;
    },
    reset() {
      shift = 0;
      if (globalThis.Date === (ShiftedDate as DateConstructor)) globalThis.Date = RealDate;
    },
  };
}
