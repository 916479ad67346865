// Serves the built site to this machine alone.
// usage: node site/serve.js [PORT]
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import {HTML} from './pages.js'

const KIND = {'.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml',
    '.png': 'image/png', '.pdf': 'application/pdf', '.json': 'application/json'}

// The file for an address, or undefined. base: what SITE_BASE was when the site was built.
function fileOf(address, base) {
    const asked = decodeURIComponent(new URL(address, 'http://localhost').pathname)
    if (!asked.startsWith(base))
        return undefined
    const file = path.join(HTML, path.normalize(`/${asked.slice(base.length)}`), asked.endsWith('/') ? 'index.html' : '')
    return fs.statSync(file, {throwIfNoEntry: false})?.isFile() ? file : undefined
}

// Resolves to the server; port 0 takes any that is free.
export function serve(port = 0, base = process.env.SITE_BASE || '/') {
    const server = http.createServer((request, response) => {
        let file
        try {
            file = fileOf(request.url, base)
        } catch {
            file = undefined // an address that is none
        }
        response.writeHead(file ? 200 : 404, {'Content-Type': KIND[path.extname(file ?? '.html')] ?? 'text/plain; charset=utf-8'})
        response.end(file ? fs.readFileSync(file) : 'There is no such page.')
    })
    return new Promise((resolve, reject) => server.on('error', reject).listen(port, '127.0.0.1', () => resolve(server)))
}

export const addressOf = (server, base = process.env.SITE_BASE || '/') => `http://127.0.0.1:${server.address().port}${base}`

if (process.argv[1]?.endsWith('serve.js')) {
    const server = await serve(Number(process.argv[2] ?? 8000)).catch(error => {
        console.error(`serve: ${error.message}`)
        process.exit(3)
    })
    console.log(`The site: ${addressOf(server)} (Ctrl-C ends it)`)
}
