	.text
	.global	_Z3sumPKfPfi
	.type	_Z3sumPKfPfi, %function
_Z3sumPKfPfi:
	.file 1 "sum.cu"
	.loc 1 2 1
	.cfi_startproc
	stp	x29, x30, [sp, -80]!
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	stp	x21, x22, [sp, 32]
	stp	x23, x24, [sp, 48]
	str	d8, [sp, 64]
	mov	x24, x0
	mov	x23, x1
	mov	w21, w2
	.loc 1 2 1
	hint	7 // xpaclri
	mov	x0, x30
	bl	__tsan_func_entry
	.loc 1 3 209
	bl	__sanitizer_cov_trace_pc
	mrs	x19, tpidr_el0
	mov	w4, 1
	adrp	x3, .LC0
	add	x3, x3, :lo12:.LC0
	mov	x2, 256
	add	x1, x19, #:tprel_hi12:_ZZ3sumPKfPfiE4part, lsl #12
	add	x1, x1, #:tprel_lo12_nc:_ZZ3sumPKfPfiE4part
	adrp	x0, _ZZ3sumPKfPfiE9sim_known
	add	x0, x0, :lo12:_ZZ3sumPKfPfiE9sim_known
	bl	sim_shared_array
	.loc 1 4 49
	adrp	x0, :gottprel:sim_thread_index
	ldr	x0, [x0, #:gottprel_lo12:sim_thread_index]
	ldr	w22, [x19, x0]
	.loc 1 4 24
	adrp	x0, :gottprel:sim_block_index
	ldr	x0, [x0, #:gottprel_lo12:sim_block_index]
	ldr	w20, [x19, x0]
	adrp	x0, :gottprel:sim_block_size
	ldr	x0, [x0, #:gottprel_lo12:sim_block_size]
	ldr	w0, [x19, x0]
	.loc 1 4 37
	madd	w20, w20, w0, w22
	.loc 1 7 14
	cmp	w20, w21
	bge	.L5
	add	x19, x24, w20, sxtw 2
	sub	w3, w21, w20
	sub	w3, w3, #1
	and	x3, x3, 4294967232
	add	x20, x3, w20, sxtw
	add	x24, x24, 256
	add	x20, x24, x20, lsl 2
	.loc 1 5 11
	movi	v8.2s, #0
.L3:
	.loc 1 8 20
	bl	__sanitizer_cov_trace_pc
	.loc 1 8 21
	mov	x0, x19
	bl	__tsan_read4
	ldr	s0, [x19]
	.loc 1 8 23
	fmul	s0, s0, s0
	.loc 1 8 14
	fadd	s8, s8, s0
	.loc 1 7 14
	add	x19, x19, 256
	cmp	x19, x20
	bne	.L3
	b	.L2
.L5:
	.loc 1 5 11
	movi	v8.2s, #0
.L2:
	.loc 1 9 23
	bl	__sanitizer_cov_trace_pc
	uxtw	x20, w22
	mrs	x19, tpidr_el0
	add	x19, x19, #:tprel_hi12:_ZZ3sumPKfPfiE4part, lsl #12
	add	x19, x19, #:tprel_lo12_nc:_ZZ3sumPKfPfiE4part
	add	x0, x19, w22, uxtw 2
	bl	__tsan_write4
	str	s8, [x19, x20, lsl 2]
	.file 2 "barriers.h"
	.loc 2 12 22
	mov	w1, 0
	mov	w0, 0
	bl	sim_block_barrier
	.loc 1 11 5
	cbnz	w22, .L4
	.loc 1 12 30
	bl	__sanitizer_cov_trace_pc
	mrs	x20, tpidr_el0
	mov	x0, x19
	bl	__tsan_read4
	ldr	s8, [x19]
	.loc 1 12 40
	add	x0, x20, #:tprel_hi12:_ZZ3sumPKfPfiE4part+4, lsl #12
	add	x0, x0, #:tprel_lo12_nc:_ZZ3sumPKfPfiE4part+4
	bl	__tsan_read4
	.loc 1 12 18
	ldr	s0, [x19, 4]
	fadd	s8, s8, s0
	.file 3 "atomics.h"
	.loc 3 32 27
	mov	w5, 1
	mov	x4, 0
	fmov	w3, s8
	mov	x2, x23
	mov	w1, 4
	mov	w0, 0
	bl	sim_atomic
.L4:
	bl	__sanitizer_cov_trace_pc
	bl	__tsan_func_exit
	.loc 1 13 1
	ldr	d8, [sp, 64]
	ldp	x19, x20, [sp, 16]
	ldp	x21, x22, [sp, 32]
	ldp	x23, x24, [sp, 48]
	ldp	x29, x30, [sp], 80
	ret
	.cfi_endproc
	.size	_Z3sumPKfPfi, .-_Z3sumPKfPfi
