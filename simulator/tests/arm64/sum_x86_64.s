	.text
	.globl	_Z3sumPKfPfi
	.type	_Z3sumPKfPfi, @function
_Z3sumPKfPfi:
	.file 1 "sum.cu"
	.loc 1 2 1
	.cfi_startproc
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$16, %rsp
	movq	%rdi, %r12
	movq	%rsi, %r14
	movl	%edx, %ebp
	.loc 1 2 1
	movq	56(%rsp), %rdi
	call	__tsan_func_entry
	.loc 1 3 209
	call	__sanitizer_cov_trace_pc
	movq	%fs:0, %rax
	leaq	_ZZ3sumPKfPfiE4part@tpoff(%rax), %rsi
	movl	$1, %r8d
	movl	$.LC1, %ecx
	movl	$256, %edx
	movl	$_ZZ3sumPKfPfiE9sim_known, %edi
	call	sim_shared_array
	.loc 1 4 49
	movq	sim_thread_index@gottpoff(%rip), %rax
	movl	%fs:(%rax), %r13d
	.loc 1 4 24
	movq	sim_block_index@gottpoff(%rip), %rax
	movl	%fs:(%rax), %eax
	movq	sim_block_size@gottpoff(%rip), %rdx
	imull	%fs:(%rdx), %eax
	.loc 1 4 37
	addl	%r13d, %eax
	.loc 1 7 14
	cmpl	%ebp, %eax
	jge	.L5
	movslq	%eax, %rdx
	leaq	(%r12,%rdx,4), %rbx
	subl	%eax, %ebp
	leal	-1(%rbp), %eax
	shrl	$6, %eax
	movl	%eax, %eax
	salq	$6, %rax
	addq	%rdx, %rax
	leaq	256(%r12,%rax,4), %rbp
	.loc 1 5 11
	movl	$0x00000000, 12(%rsp)
.L3:
	.loc 1 8 20
	call	__sanitizer_cov_trace_pc
	.loc 1 8 21
	movq	%rbx, %rdi
	call	__tsan_read4
	movss	(%rbx), %xmm0
	.loc 1 8 23
	mulss	%xmm0, %xmm0
	.loc 1 8 14
	addss	12(%rsp), %xmm0
	movss	%xmm0, 12(%rsp)
	.loc 1 7 14
	addq	$256, %rbx
	cmpq	%rbp, %rbx
	jne	.L3
	jmp	.L2
.L5:
	.loc 1 5 11
	movl	$0x00000000, 12(%rsp)
.L2:
	.loc 1 9 23
	call	__sanitizer_cov_trace_pc
	movl	%r13d, %ebx
	movq	%fs:0, %rax
	leaq	_ZZ3sumPKfPfiE4part@tpoff(%rax,%rbx,4), %rdi
	call	__tsan_write4
	movss	12(%rsp), %xmm2
	movss	%xmm2, %fs:_ZZ3sumPKfPfiE4part@tpoff(,%rbx,4)
	.file 2 "barriers.h"
	.loc 2 12 22
	movl	$0, %esi
	movl	$0, %edi
	call	sim_block_barrier
	.loc 1 11 5
	testl	%r13d, %r13d
	jne	.L4
	.loc 1 12 30
	call	__sanitizer_cov_trace_pc
	movq	%fs:0, %rax
	leaq	_ZZ3sumPKfPfiE4part@tpoff(%rax), %rbx
	movq	%rbx, %rdi
	call	__tsan_read4
	movl	%fs:_ZZ3sumPKfPfiE4part@tpoff, %ebp
	.loc 1 12 40
	leaq	4(%rbx), %rdi
	call	__tsan_read4
	.loc 1 12 18
	movd	%ebp, %xmm0
	addss	%fs:_ZZ3sumPKfPfiE4part@tpoff+4, %xmm0
	.file 3 "bits.h"
	.loc 3 29 71
	movd	%xmm0, %ecx
	.file 4 "atomics.h"
	.loc 4 32 27
	movl	$1, %r9d
	movl	$0, %r8d
	movq	%r14, %rdx
	movl	$4, %esi
	movl	$0, %edi
	call	sim_atomic
.L4:
	call	__sanitizer_cov_trace_pc
	call	__tsan_func_exit
	.loc 1 13 1
	addq	$16, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	ret
	.cfi_endproc
	.size	_Z3sumPKfPfi, .-_Z3sumPKfPfi
