import type { expect } from 'vitest';

/** Vitest's assertion on a subject. The type parameters of its `Assertion` differ between versions. */
export type AssertionOn<Subject> = ReturnType<typeof expect.soft<Subject>>;
