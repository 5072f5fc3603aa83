import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unions } from './unions.ts'

test.each(unions)(
  'the list in $file that has $after is where unions.deep.test.ts adds to it',
  async ({ file, after }) => {
    const text = await readFile(join(import.meta.dirname, '../..', file), 'utf8')
    expect(text.split(after)).toHaveLength(2)
  },
)
