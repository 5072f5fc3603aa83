import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { Check } from './check.ts'

type Protocol = { openApiDocument: (version: 5 | 6) => unknown }

/** The document of the API, of both versions, by Redocly's recommended rules: neither an error nor a warning. */
export const openApi: Check = {
  name: 'openapi',
  judge: async (root) => {
    const file = join(root, 'protocol/src/openApi.ts')
    if (!existsSync(file)) return { ok: true, output: '' }
    const { openApiDocument } = (await import(pathToFileURL(file).href)) as Protocol
    const config = await createConfig({ extends: ['recommended'] })
    const found = await Promise.all(
      ([5, 6] as const).map(async (version) => {
        const source = JSON.stringify(openApiDocument(version))
        const problems = await lintFromString({ source, absoluteRef: `/v${version}/openapi.json`, config })
        return problems.map(
          ({ message, location }) => `v${version} ${location[0]?.pointer ?? ''}: ${message}`,
        )
      }),
    )
    return { ok: found.flat().length === 0, output: found.flat().join('\n') }
  },
}
