// Written by script/generate.ts from the contracts. Do not edit.
export const bytecode = {
} as const
