import { describe, expect, it } from 'vitest'
import type { Messages } from './Messages.ts'

declare global {
  interface ImportMeta {
    glob: <Module>(pattern: string, options: { eager: true }) => Record<string, Module>
  }
}

type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>

const modules = import.meta.glob<Record<string, Catalogue>>('./en/**/*.ts', { eager: true })
const all = Object.entries(modules).flatMap(([file, exported]) =>
  Object.values(exported).flatMap((catalogue) =>
    Object.entries(catalogue).flatMap(([area, keys]) =>
      Object.entries(keys).map(([key, text]) => ({ file, id: `${area}.${key}`, text })),
    ),
  ),
)
const areas = Object.groupBy(all, ({ id }) => id.split('.')[0] as keyof Messages)

describe('every message', () => {
  it('is found', () => {
    expect(Object.keys(modules).length).toBeGreaterThan(40)
    expect(all.length).toBeGreaterThan(1200)
    expect(areas.Login?.length).toBeGreaterThan(40)
  })

  it('has a text, without space around it but where it joins two others', () => {
    const empty = all.filter(({ text }) => text.trim() === '')
    expect(empty.map(({ id }) => id)).toEqual(['InstrumentType.NONE'])
    const spaced = all.filter(({ text }) => text.trim() !== text)
    expect(spaced.map(({ id }) => id).toSorted()).toEqual([
      'Next.and',
      'Transactions.pending_you',
      'Turn.and',
    ])
  })

  it('starts with a capital letter where it is a title, a sentence or a button of its own', () => {
    const titles = all.filter(({ id }) => /[.](title|[a-z]+_title|submit)$/.test(id))
    expect(titles.length).toBeGreaterThan(15)
    expect(titles.filter(({ text }) => /^[a-z]/.test(text))).toEqual([])
  })

  it('has whole placeholders', () => {
    const broken = all.filter(({ text }) => /[{}]/.test(text.replaceAll(/\{\{\w+\}\}/g, '')))
    expect(broken).toEqual([])
  })

  it('for one has a sibling for several, which says how many', () => {
    const ids = new Map(all.map(({ id, text }) => [id, text]))
    const singulars = all.filter(({ id }) => id.endsWith('_one') && id !== 'TransferForm.last_one')
    expect(singulars.length).toBeGreaterThan(20)
    const alone = singulars.filter(({ id }) => ids.get(id.slice(0, -'_one'.length)) === undefined)
    expect(alone).toEqual([])
  })

  it('has one text, whichever chunk brings it', () => {
    const several = Map.groupBy(all, ({ id }) => id)
    const contrary = [...several].filter(([, same]) => new Set(same.map(({ text }) => text)).size > 1)
    expect(contrary).toEqual([])
  })

  // An arrow is a box where neither the bundled font nor the machine has it. Every system's font has ≈.
  it('uses only letters of the bundled font', () => {
    const strange = all.filter(({ text }) => /[^ -\u00ff‘’“”–—…−€≈]/u.test(text))
    expect(strange).toEqual([])
  })
})
