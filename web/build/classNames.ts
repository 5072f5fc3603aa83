import { hash } from 'node:crypto'
import { join, relative } from 'node:path'

const web = join(import.meta.dirname, '..')
const sources = new Map<string, string>()

/**
 * The names of classes in what is built: six characters instead of `_band_12nla_14`, for the first table fetches hundreds of them. The
 * login is rendered by a server of its own, which needs the same ones. `classNames.modules.generateScopedName('band', file)` → '_kZ9aY'
 */
export const classNames = {
  modules: {
    generateScopedName(local: string, file: string): string {
      const source = `${relative(web, file.replace(/[?].*$/, ''))} ${local}`
      const name = `_${hash('sha256', source, 'base64url').slice(0, 5)}`
      const other = sources.get(name) ?? source
      if (other !== source) throw new TypeError(`${source} and ${other} get the same class name`)
      sources.set(name, source)
      return name
    },
  },
}
