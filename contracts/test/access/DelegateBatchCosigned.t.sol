// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { BatchTerms, Call, Signature } from "../../src/types/TenantAccess.sol";
import { ControllerFixture } from "../support/ControllerFixture.sol";
import { Counter } from "../support/Counter.sol";

/// @title DappController: delegateBatchWithMultisig, by several users; CON-07, CON-08, properties 27 to 33.
contract DelegateBatchCosignedTest is ControllerFixture {
    uint256 private constant CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;

    function setUp() public override {
        super.setUp();
        send(users[0], increase(10), none());
    }

    function _digest(Call[] memory calls) private view returns (bytes32) {
        return controller.hashBatch(calls, openTerms(NONCE));
    }

    function _cosigned(uint256 key) private view returns (Signature[] memory) {
        return alone(signed(key, _digest(decrease(1))));
    }

    function _refuseSigner(uint256 key) private returns (Signature[] memory signatures) {
        signatures = _cosigned(key);
        refuses(abi.encodeWithSelector(IDappController.UserNotActive.selector, vm.addr(key)));
    }

    function test_CON07_RevertWhen_OneOfTwoSigned() external {
        refuses(abi.encodeWithSelector(IDappController.SignaturesTooFew.selector, 2, 1));
        send(users[0], decrease(1), none());
    }

    function test_P27_RevertWhen_TheStrictestFunctionOfTheBatchAsksForMore() external {
        Call[] memory calls = new Call[](2);
        calls[0] = increase(1)[0];
        calls[1] = decrease(1)[0];
        refuses(abi.encodeWithSelector(IDappController.SignaturesTooFew.selector, 2, 1));
        send(users[0], calls, none());
    }

    function test_CON08_RevertWhen_TheSenderCosignsHimself() external {
        Signature[] memory signatures = _cosigned(keys[0]);
        refuses(abi.encodeWithSelector(IDappController.SignerIsSender.selector, users[0]));
        send(users[0], decrease(1), signatures);
    }

    function test_CON07_RevertWhen_TheSameSignerSignsTwice() external {
        bytes32 digest = _digest(decrease(1));
        Signature[] memory signatures = new Signature[](2);
        signatures[0] = signatures[1] = signed(keys[1], digest);
        refuses(abi.encodeWithSelector(IDappController.SignaturesNotAscending.selector, users[1]));
        send(users[0], decrease(1), signatures);
    }

    function test_CON07_RevertWhen_SignaturesAreNotInOrder() external {
        bytes32 digest = _digest(decrease(1));
        Signature[] memory signatures = new Signature[](2);
        signatures[0] = signed(keys[2], digest);
        signatures[1] = signed(keys[1], digest);
        refuses(abi.encodeWithSelector(IDappController.SignaturesNotAscending.selector, users[1]));
        send(users[0], decrease(1), signatures);
    }

    function test_P28_RevertWhen_TheSignerIsAStranger() external {
        Signature[] memory signatures = _refuseSigner(0xBAD);
        send(users[0], decrease(1), signatures);
    }

    function test_CON07_RevertWhen_TheSignerBelongsToAnotherTenant() external {
        address other = onboard("Baltic Trust Bank");
        uint256 key = 0xB0B;
        grantUser(other, vm.addr(key), DAPP_USER);
        grantUser(other, vm.addr(key), BACKOFFICE);
        Signature[] memory signatures = _refuseSigner(key);
        send(users[0], decrease(1), signatures);
    }

    function test_CON07_RevertWhen_TheSignersPrivilegeWasRevoked() external {
        Signature[] memory signatures = _cosigned(keys[1]);
        revokeUser(tenant, users[1], BACKOFFICE);
        refuses(abi.encodeWithSelector(IDappController.UserNotPrivileged.selector, users[1], BACKOFFICE));
        send(users[0], decrease(1), signatures);
    }

    function test_P26_RevertWhen_TheSignerIsBlacklisted() external {
        Signature[] memory signatures = _cosigned(keys[1]);
        blacklist(users[1]);
        refuses(abi.encodeWithSelector(IPlatformManager.UserBlacklisted.selector, users[1]));
        send(users[0], decrease(1), signatures);
    }

    function test_CON07_RevertWhen_TheCosignedBatchHasExpired() external {
        BatchTerms memory terms = BatchTerms(NONCE, block.timestamp + 60, address(0));
        Signature[] memory signatures = cosigned(keys[1], decrease(1), terms);
        vm.warp(terms.deadline + 1);
        refuses(abi.encodeWithSelector(IDappController.BatchExpired.selector, terms.deadline));
        send(users[0], decrease(1), signatures, terms);
    }

    function test_CON07_RevertWhen_TheBatchIsReplayed() external {
        Signature[] memory signatures = _cosigned(keys[1]);
        send(users[0], decrease(1), signatures);
        check(ITenant(tenant).isNonceUsed(NONCE), "nonce");
        refuses(abi.encodeWithSelector(ITenant.TenantNonceUsed.selector, NONCE));
        send(users[0], decrease(1), signatures);
        same(counter.count(), 9, "count");
    }

    function test_CON07_RevertWhen_AnotherBatchHasTheSameNonce() external {
        send(users[0], decrease(1), _cosigned(keys[1]));
        Signature[] memory signatures = cosigned(keys[1], decrease(2), openTerms(NONCE));
        refuses(abi.encodeWithSelector(ITenant.TenantNonceUsed.selector, NONCE));
        send(users[0], decrease(2), signatures);
    }

    function test_CON07_RevertWhen_AnotherControllerHasUsedTheNonce() external {
        send(users[0], decrease(1), _cosigned(keys[1]));
        controller = makeController(tenant, address(counter));
        Signature[] memory signatures = _cosigned(keys[1]);
        refuses(abi.encodeWithSelector(ITenant.TenantNonceUsed.selector, NONCE));
        send(users[0], decrease(1), signatures);
    }

    function test_I4_RevertWhen_TheNonceWasCancelled() external {
        Signature[] memory signatures = _cosigned(keys[1]);
        vm.prank(users[2]);
        controller.cancelNonce(NONCE, Counter.decrease.selector);
        refuses(abi.encodeWithSelector(ITenant.TenantNonceUsed.selector, NONCE));
        send(users[0], decrease(1), signatures);
    }

    function test_I4_RevertWhen_AnybodyButTheNamedUserSends() external {
        BatchTerms memory terms = BatchTerms(NONCE, block.timestamp, users[0]);
        Signature[] memory signatures = cosigned(keys[1], decrease(1), terms);
        refuses(abi.encodeWithSelector(IDappController.BatchSenderRequired.selector, users[0]));
        send(users[2], decrease(1), signatures, terms);
        // Without the name it is another batch, which nobody has signed.
        vm.expectPartialRevert(IDappController.UserNotActive.selector);
        send(users[2], decrease(1), signatures, BatchTerms(NONCE, block.timestamp, address(0)));
        send(users[0], decrease(1), signatures, terms);
        same(counter.count(), 9, "count");
    }

    function test_CON07_RevertWhen_SentUnderAnotherNonce() external {
        Signature[] memory signatures = _cosigned(keys[1]);
        vm.expectPartialRevert(IDappController.UserNotActive.selector);
        send(users[0], decrease(1), signatures, openTerms(NONCE + 1));
    }

    function test_CON07_RevertWhen_SignedForAnotherController() external {
        IDappController other = makeController(tenant, address(counter));
        Signature[] memory signatures = alone(signed(keys[1], other.hashBatch(decrease(1), openTerms(NONCE))));
        vm.expectRevert();
        send(users[0], decrease(1), signatures);
    }

    function test_CON07_RevertWhen_SignedForAnotherChain() external {
        Signature[] memory signatures = _cosigned(keys[1]);
        vm.chainId(1);
        vm.expectRevert();
        send(users[0], decrease(1), signatures);
    }

    function test_P30_RevertWhen_TheCallsAreReordered() external {
        Call[] memory calls = new Call[](2);
        calls[0] = increase(1)[0];
        calls[1] = decrease(1)[0];
        Signature[] memory signatures = alone(signed(keys[1], _digest(calls)));
        (calls[0], calls[1]) = (calls[1], calls[0]);
        vm.expectRevert();
        send(users[0], calls, signatures);
    }

    function test_CON07_RevertWhen_TheSignatureIsTheHighTwin() external {
        Signature[] memory signatures = _cosigned(keys[1]);
        signatures[0].s = bytes32(CURVE_ORDER - uint256(signatures[0].s));
        signatures[0].v = signatures[0].v == 27 ? 28 : 27;
        refuses(abi.encodeWithSelector(IDappController.SignatureInvalid.selector, 0));
        send(users[0], decrease(1), signatures);
    }

    function test_P31_RevertWhen_TheSignatureIsMalformed() external {
        Signature[] memory signatures = _cosigned(keys[1]);
        signatures[0].v = 29;
        refuses(abi.encodeWithSelector(IDappController.SignatureInvalid.selector, 0));
        send(users[0], decrease(1), signatures);
        signatures[0] = Signature(27, 0, bytes32(uint256(1)));
        refuses(abi.encodeWithSelector(IDappController.SignatureInvalid.selector, 0));
        send(users[0], decrease(1), signatures);
        signatures[0] = Signature(27, bytes32(uint256(1)), 0);
        refuses(abi.encodeWithSelector(IDappController.SignatureInvalid.selector, 0));
        send(users[0], decrease(1), signatures);
    }

    function test_TwoUsersTogetherMayDoWhatOneMayNot() external {
        Signature[] memory signatures = _cosigned(keys[1]);
        address[] memory cosigners = new address[](1);
        cosigners[0] = users[1];
        bytes4[] memory selectors = new bytes4[](1);
        selectors[0] = Counter.decrease.selector;
        bytes32 digest = _digest(decrease(1));
        vm.expectEmit(address(controller));
        emit IDappController.BatchDelegated(users[0], digest, NONCE, address(0), cosigners, selectors);
        send(users[0], decrease(1), signatures);
        same(counter.count(), 9, "count");
        same(counter.lastCaller(), tenant, "caller");
    }

    function test_MoreSignaturesThanNeededAreWelcome() external {
        bytes32 digest = _digest(decrease(1));
        Signature[] memory signatures = new Signature[](2);
        signatures[0] = signed(keys[1], digest);
        signatures[1] = signed(keys[2], digest);
        send(users[0], decrease(1), signatures);
        same(counter.count(), 9, "count");
    }

    function test_CON08_WhoHoldsTheByPassNeedsNoCosigner() external {
        grantUser(tenant, users[0], Privileges.USER_BYPASS_MULTI_SIGNATURE);
        send(users[0], decrease(1), none());
        same(counter.count(), 9, "count");
    }

    function test_CON08_RevertWhen_TheCosignerHoldsTheByPassAndTheSenderDoesNot() external {
        grantUser(tenant, users[1], Privileges.USER_BYPASS_MULTI_SIGNATURE);
        refuses(abi.encodeWithSelector(IDappController.SignaturesTooFew.selector, 2, 1));
        send(users[0], decrease(1), none());
    }

    function test_CON07_RevertWhen_TheSignerIsNoLongerActive() external {
        Signature[] memory signatures = _cosigned(keys[1]);
        revokeUser(tenant, users[1], DAPP_USER);
        refuses(abi.encodeWithSelector(IDappController.UserNotActive.selector, users[1]));
        send(users[0], decrease(1), signatures);
    }

    function test_P28_RevertWhen_TheSecondSignerIsNotEntitled() external {
        bytes32 digest = _digest(decrease(1));
        Signature[] memory signatures = new Signature[](2);
        signatures[0] = signed(keys[1], digest);
        signatures[1] = signed(keys[2], digest);
        revokeUser(tenant, users[2], BACKOFFICE);
        refuses(abi.encodeWithSelector(IDappController.UserNotPrivileged.selector, users[2], BACKOFFICE));
        send(users[0], decrease(1), signatures);
        blacklist(users[2]);
        refuses(abi.encodeWithSelector(IPlatformManager.UserBlacklisted.selector, users[2]));
        send(users[0], decrease(1), signatures);
    }

    function test_P33_ARefusedBatchLeavesTheNonce() external {
        Signature[] memory signatures = _cosigned(keys[1]);
        Call[] memory calls = new Call[](2);
        calls[0] = decrease(1)[0];
        calls[1] = Call(address(counter), abi.encodeCall(Counter.refuse, ()));
        signatures[0] = signed(keys[1], _digest(calls));
        refuses(abi.encodeWithSelector(Counter.CounterRefused.selector, 9));
        send(users[0], calls, signatures);
        check(!ITenant(tenant).isNonceUsed(NONCE), "nonce");
        same(counter.count(), 10, "count");
    }

    /// @dev I-5: of a batch with nonce 0 the event cannot be mistaken for one of calls without co-signers.
    function test_I5_NonceZeroIsANonce() external {
        send(users[0], decrease(1), cosigned(keys[1], decrease(1), openTerms(0)), openTerms(0));
        check(ITenant(tenant).isNonceUsed(0), "nonce");
    }

    function testFuzz_P29_ProposalsSignedTogetherAreExecutedInAnyOrder(uint256 seed) external {
        uint256[] memory left = new uint256[](8);
        for (uint256 i; i < 8; ++i) {
            left[i] = uint256(keccak256(abi.encode(seed, i)));
        }
        for (uint256 open = 8; open > 0; --open) {
            uint256 next = seed % open;
            BatchTerms memory terms = openTerms(left[next]);
            send(users[0], decrease(1), cosigned(keys[1], decrease(1), terms), terms);
            check(ITenant(tenant).isNonceUsed(left[next]), "nonce");
            left[next] = left[open - 1];
            seed /= 8;
        }
        same(counter.count(), 2, "count");
    }

    /// @dev Property 30: whatever bit of a co-signed batch is flipped, it is refused and nothing has happened.
    function testFuzz_P30_RevertWhen_AnyBitIsFlipped(uint8 bit, uint8 what) external {
        Call[] memory calls = decrease(1);
        BatchTerms memory terms = openTerms(NONCE);
        Signature[] memory signatures = _cosigned(keys[1]);
        uint256 flip = 1 << uint256(bit);
        uint256 kind = what % 8;
        if (kind == 0) calls[0].data[bit % 36] ^= bytes1(uint8(1 << (bit / 36)));
        else if (kind == 1) calls[0].target = address(uint160(calls[0].target) ^ uint160(1 << (bit % 160)));
        else if (kind == 2) terms.deadline ^= flip;
        else if (kind == 3) terms.nonce ^= flip;
        else if (kind == 4) terms.sender = address(uint160(1 << (bit % 160)));
        else if (kind == 5) signatures[0].r ^= bytes32(flip);
        else if (kind == 6) signatures[0].s ^= bytes32(flip);
        else signatures[0].v ^= uint8(1 << (bit % 8));
        vm.expectRevert();
        send(users[0], calls, signatures, terms);
        same(counter.count(), 10, "count");
        check(!ITenant(tenant).isNonceUsed(NONCE), "nonce");
    }

    function test_CON07_RevertWhen_SignedForAnotherTenant() external {
        address other = onboard("Baltic Trust Bank");
        IDappController others = makeController(other, address(counter));
        for (uint256 i; i < 2; ++i) {
            grantUser(other, users[i], DAPP_USER);
            grantUser(other, users[i], BACKOFFICE);
        }
        Signature[] memory signatures = _cosigned(keys[1]);
        vm.prank(users[0]);
        vm.expectRevert();
        others.delegateBatchWithMultisig(decrease(1), signatures, openTerms(NONCE));
    }

    function test_P32_RevertWhen_TheSenderIsOneOfSeveralCosigners() external {
        bytes32 digest = _digest(decrease(1));
        Signature[] memory signatures = new Signature[](2);
        signatures[0] = signed(keys[0], digest);
        signatures[1] = signed(keys[1], digest);
        refuses(abi.encodeWithSelector(IDappController.SignerIsSender.selector, users[0]));
        send(users[0], decrease(1), signatures);
    }

    function test_P32_TheByPassOnAnotherDappIsNone() external {
        address manager = ITenant(tenant).privilegeManager();
        bytes32 byPass = Privileges.USER_BYPASS_MULTI_SIGNATURE;
        vm.prank(tenant);
        IPrivilegeManager(manager).grant(users[0], byPass, address(platform));
        refuses(abi.encodeWithSelector(IDappController.SignaturesTooFew.selector, 2, 1));
        send(users[0], decrease(1), none());
        vm.prank(tenant);
        IPrivilegeManager(manager).grant(users[0], byPass, address(counter));
        send(users[0], decrease(1), none());
        same(counter.count(), 9, "count");
    }
}
