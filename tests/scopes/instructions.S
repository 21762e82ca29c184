/* instructions.S: an instruction of each extension and of each form of operands, for test_lengths: compilers seldom emit
 * some of these, and machines of today cannot execute all of them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
	.text
instructions:
	/* Prefixes, immediates of each width, addresses of each form. */
	movabs $0x1122334455667788, %r9
	movabs %rax, 0x1122334455667788
	addr32 movabs 0x11223344, %al
	enter $16, $1
	leave
	ret $8
	lretl $8
	push $1
	push $0x12345678
	pushw $0x1234
	movw $0x1234, (%rdi)
	movl $0x12345678, 8(%rsp)
	movq $0x12345678, -8(%rbp,%r12,4)
	movb $1, 0x12345678(,%rcx,8)
	movb $1, 0x1234(%rip)
	imul $0x1234, %cx, %dx
	imul $0x12345678, (%r13), %rdx
	testb $1, (%rax)
	testw $1, (%rax)
	testq $1, 0x100(%r12)
	notq 0x100(%r12)
	negb %al
	lock cmpxchg16b (%rdi)
	lock addl $1, %fs:4(%edi)
	rep movsb
	repne scasw
	mov %cr8, %rax
	mov %rax, %dr7
	in $1, %al
	out %eax, %dx
	int $0x80
	syscall
	iretq
	fstcw (%rdi)
	fldt 8(%rdi)
	fcomip %st(1), %st
	bound_free: jrcxz bound_free
	loopne bound_free
	jmp bound_free
	call bound_free
	jmp *(%rdi)
	ljmp *(%rdi)
	call *8(%rdi,%rbx,8)
	lcall *(%rdi)
	xbegin bound_free
	xabort $1
	xend
	ud2
	/* MMX, 3DNow!, SSE to SSE4.2, AES, SHA, BMI, ... */
	emms
	femms
	pfadd (%rdi), %mm1
	pswapd %mm2, %mm3
	psrlq $3, %mm1
	pshufw $1, (%rdi), %mm1
	pinsrw $1, (%rdi), %xmm1
	cmpps $1, 8(%rdi), %xmm9
	shufpd $1, %xmm1, %xmm2
	palignr $3, (%rdi), %xmm1
	pcmpestri $3, (%rdi), %xmm1
	crc32q (%rdi), %rax
	aeskeygenassist $1, (%rdi), %xmm1
	sha1rnds4 $1, (%rdi), %xmm1
	pclmulqdq $1, (%rdi), %xmm1
	extrq $1, $2, %xmm1
	insertq $1, $2, %xmm1, %xmm2
	extrq %xmm1, %xmm2
	movntss %xmm1, (%rdi)
	popcnt (%rdi), %eax
	lzcnt (%rdi), %eax
	adcx (%rdi), %eax
	rorx $3, (%rdi), %rax
	pdep (%rdi), %rax, %rbx
	shld $3, %eax, (%rdi)
	btl $3, (%rdi)
	rdseed %r9
	xsavec (%rdi)
	clflushopt (%rdi)
	movdir64b (%rdi), %rax
	enqcmd (%rdi), %rax
	endbr64
	incsspq %rax
	pause
	/* VEX and XOP. */
	vzeroupper
	vaddps 0x100(%rdi), %ymm1, %ymm2
	vpermq $3, (%rdi), %ymm1
	vblendvps %ymm1, (%rdi), %ymm2, %ymm3
	vfmadd231sd 8(%rdi), %xmm1, %xmm2
	vfmaddps (%rdi), %xmm1, %xmm2, %xmm3
	vpermil2ps $1, %xmm1, (%rdi), %xmm2, %xmm3
	vpinsrw $1, (%rdi), %xmm1, %xmm2
	vpsrldq $3, %ymm1, %ymm2
	vcmpeqpd (%rdi), %ymm1, %ymm2
	vgatherdpd %ymm1, (%rdi,%xmm2,8), %ymm3
	vmaskmovps %ymm1, %ymm2, 8(%rdi,%rax)
	kmovq (%rdi), %k1
	kshiftlq $3, %k1, %k2
	tdpbssd %tmm1, %tmm2, %tmm3
	tileloadd (%rdi,%rax), %tmm1
	vpcmov %xmm1, (%rdi), %xmm2, %xmm3
	vprotd $3, (%rdi), %xmm1
	vfrczpd (%rdi), %ymm1
	bextr $0x12345678, (%rdi), %rax
	blcfill (%rdi), %eax
	lwpins $0x12345678, (%rdi), %eax
	llwpcb %rax
	/* EVEX: displacements are of one byte or of four, whatever they are multiples of. */
	vaddps 0x40(%rdi), %zmm1, %zmm2
	vaddps 0x41(%rdi), %zmm1, %zmm2
	vaddps (%rdi){1to16}, %zmm17, %zmm18{%k1}{z}
	vaddpd {rn-sae}, %zmm1, %zmm2, %zmm3
	vpternlogd $3, 0x1234(%rip), %zmm1, %zmm2
	vpsrlq $3, 0x40(%rdi), %zmm1
	vpinsrw $1, 2(%rdi), %xmm17, %xmm18
	vshufps $1, (%rdi), %zmm1, %zmm2
	vcmpps $1, (%rdi), %zmm1, %k1
	vpgatherdd (%rdi,%zmm2,4), %zmm3{%k1}
	vscatterdpd %zmm1, 8(%rdi,%ymm2,8){%k1}
	vpermt2b (%rdi), %zmm1, %zmm2
	vgetmantpd $3, (%rdi), %zmm1
	vcvtph2ps (%rdi), %zmm1
	vaddph (%rdi), %zmm1, %zmm2
	vcmpph $1, (%rdi), %zmm1, %k1
	vfmadd231ph (%rdi), %zmm1, %zmm2
	vcvttps2udq (%rdi), %zmm1
	vp4dpwssd (%rdi), %zmm4, %zmm1
	ret
