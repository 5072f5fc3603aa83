import type { Layout } from '../deployment/layout.ts'
import type { Artifact, StorageLayout, StorageVariable } from './artifacts.ts'

/** Of every contract whose code can be replaced behind its proxy: its own state, then its namespaces. */
export const storageLayouts = (
  artifacts: readonly Artifact[],
  namespacesOf: (name: string) => StorageLayout,
): Map<string, Layout> =>
  new Map(
    artifacts
      .filter(isUpgradable)
      .map(({ name, storageLayout }) => [name, withNamespaces(layoutOf(storageLayout), namespacesOf(name))]),
  )

/** A namespace may grow, whatever comes after it: it lies where no other does. */
function withNamespaces(own: Layout, namespaces: StorageLayout): Layout {
  const names = namespaces.storage.map(({ label, type }) => {
    const struct = namespaces.types?.[type]?.label ?? type
    return `namespace ${label}: ${struct}`
  })
  const structs = Object.entries({ ...own.structs, ...layoutOf(namespaces).structs })
  return {
    storage: [...own.storage, ...names],
    structs: Object.fromEntries(structs.sort(([left], [right]) => (left < right ? -1 : 1))),
  }
}

const isUpgradable = ({ abi, bytecode }: Artifact): boolean =>
  bytecode !== '0x' &&
  ['upgrade', 'rollback', 'kind'].every((name) =>
    abi.some((item) => item.type === 'function' && item.name === name),
  )

export function layoutOf({ storage, types }: StorageLayout): Layout {
  // What lies in an array may not even grow.
  const labelOf = (type: string): string => {
    const { label = type, base = '' } = types?.[type] ?? {}
    const each = types?.[base]?.numberOfBytes
    return each === undefined ? label : `${label} of ${each} bytes each`
  }
  const line = ({ slot, offset, label, type }: StorageVariable): string =>
    `slot ${slot} byte ${offset}: ${labelOf(type)} ${label}`
  const structs = Object.values(types ?? {})
    .filter(({ members }) => members !== undefined)
    .map(({ label, members = [] }) => [label, members.map(line)] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
  return { storage: storage.map(line), structs: Object.fromEntries(structs) }
}
