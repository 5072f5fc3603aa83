import type { Artifact } from './readArtifacts.ts'
import { constObject, HEADER } from './typescript.ts'

/** Creation code by contract (libraries without functions have none that matters); apart from the ABIs, so that a browser never loads it. */
export const bytecodeModule = (artifacts: readonly Artifact[]): string =>
  HEADER +
  constObject(
    'bytecode',
    artifacts
      .filter(({ abi, bytecode }) => abi.length > 0 && bytecode !== '0x')
      .map(({ name, bytecode }) => [name, bytecode]),
  )
