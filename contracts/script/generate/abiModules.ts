import type { Artifact } from './readArtifacts.ts'
import { constArray, HEADER, lowerFirst } from './typescript.ts'

/** One module for each interface, which is the document: IDeliveryManager → deliveryManagerAbi. */
export const abiModules = (artifacts: readonly Artifact[]): [file: string, text: string][] =>
  artifacts
    .filter(({ name }) => /^I[A-Z]/.test(name))
    .map(({ name, abi }) => {
      const constant = `${lowerFirst(name.slice(1))}Abi`
      return [`${constant}.ts`, HEADER + constArray(constant, abi)]
    })
