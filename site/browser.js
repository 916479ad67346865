// Chromium without a window, driven through a pipe: for PDFs, and to measure pages.
import {spawn, spawnSync} from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

// The browser's command, or undefined where there is none.
export function browserHere() {
    return [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome', 'chrome']
        .find(name => name && spawnSync('sh', ['-c', 'command -v "$0"', name]).status === 0)
}

export class Browser {
    #waiting = new Map()
    #number = 0
    #rest = ''
    #complaints = []

    static async open() {
        const browser = new Browser()
        browser.home = fs.mkdtempSync(path.join(os.tmpdir(), 'site-browser-'))
        const options = ['--headless', '--remote-debugging-pipe', '--disable-gpu', '--hide-scrollbars', '--force-prefers-reduced-motion', `--user-data-dir=${browser.home}`]
        if (process.getuid() === 0)
            options.push('--no-sandbox') // it refuses to start for root otherwise
        browser.process = spawn(browserHere(), options, {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']})
        browser.ended = new Promise(resolve => browser.process.on('exit', resolve))
        browser.process.stdio[4].setEncoding('utf8').on('data', data => browser.#receive(data))
        const {targetId} = await browser.send('Target.createTarget', {url: 'about:blank'})
        browser.session = (await browser.send('Target.attachToTarget', {targetId, flatten: true})).sessionId
        for (const domain of ['Page', 'Runtime', 'Log'])
            await browser.send(`${domain}.enable`)
        return browser
    }

    // Messages end with a zero byte, and come in any pieces.
    #receive(data) {
        const messages = (this.#rest + data).split('\0')
        this.#rest = messages.pop()
        for (const message of messages.map(JSON.parse)) {
            const key = message.id ?? message.method
            this.#hear(message)
            this.#waiting.get(key)?.(message)
            this.#waiting.delete(key)
        }
    }

    // Errors and warnings: of a page's own, of what it could not fetch, of what the browser thinks of it.
    #hear({method, params}) {
        if (method === 'Runtime.exceptionThrown')
            this.#complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text)
        else if (method === 'Runtime.consoleAPICalled' && ['error', 'warning', 'assert'].includes(params.type))
            this.#complaints.push(params.args.map(({value, description}) => value ?? description).join(' '))
        else if (method === 'Log.entryAdded' && ['error', 'warning'].includes(params.entry.level))
            this.#complaints.push(`${params.entry.text} ${params.entry.url ?? ''}`)
    }

    // What pages have complained of since this was last asked.
    complaints() {
        return this.#complaints.splice(0)
    }

    // The message with this number or name. The browser is given three minutes: it may share its processor.
    #answer(key) {
        return new Promise((resolve, reject) => {
            const late = setTimeout(() => reject(new Error(`Chromium does not answer (${key})`)), 180000)
            this.#waiting.set(key, message => {
                clearTimeout(late)
                resolve(message)
            })
            this.ended.then(() => {
                clearTimeout(late)
                reject(new Error('Chromium has ended'))
            })
        })
    }

    async send(method, params = {}) {
        const id = ++this.#number
        const answer = this.#answer(id)
        this.process.stdio[3].write(`${JSON.stringify({id, method, params, sessionId: this.session})}\0`)
        const {result, error} = await answer
        if (error)
            throw new Error(`${method}: ${error.message}`)
        return result
    }

    // The size of the window in CSS pixels, and what the system prefers.
    async resize(width, height, dark = false) {
        await this.send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: width < 600})
        await this.send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}]})
    }

    async go(address) {
        const loaded = this.#answer('Page.loadEventFired')
        await this.send('Page.navigate', {url: address})
        await loaded
    }

    // The value of an expression in the page; a promise's, when it is there.
    async evaluate(expression) {
        const {result, exceptionDetails} = await this.send('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true})
        if (exceptionDetails)
            throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
        return result.value
    }

    // The page as PDF, in the sizes that its style sheet has; a Buffer.
    async pdf(outline) {
        const {stream} = await this.send('Page.printToPDF',
            {preferCSSPageSize: true, printBackground: true, generateDocumentOutline: outline, transferMode: 'ReturnAsStream'})
        const parts = []
        for (let ended = false; !ended;) {
            const {data, base64Encoded, eof} = await this.send('IO.read', {handle: stream, size: 1 << 20})
            parts.push(Buffer.from(data, base64Encoded ? 'base64' : 'utf8'))
            ended = eof
        }
        await this.send('IO.close', {handle: stream})
        return Buffer.concat(parts)
    }

    async picture() {
        return Buffer.from((await this.send('Page.captureScreenshot', {format: 'png'})).data, 'base64')
    }

    async close() {
        this.session = undefined
        await this.send('Browser.close').catch(() => undefined) // it may be gone before it answers
        await this.ended
        fs.rmSync(this.home, {recursive: true, force: true})
    }
}
